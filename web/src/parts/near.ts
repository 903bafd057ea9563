// What is drawn only when somebody comes near it.

/** To be attached to an element: calls back once, a little before it is seen. */
export function when_near(then: () => void): (element: Element) => () => void {
  return (element) => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        then();
      },
      { rootMargin: "300px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  };
}
