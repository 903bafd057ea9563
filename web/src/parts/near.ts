// What is drawn only when somebody comes near it.

/** To be attached to an element: calls back once, a little before it is seen, or when the page is printed. */
export function when_near(then: () => void): (element: Element) => () => void {
  return (element) => {
    const leave = (): void => {
      observer.disconnect();
      removeEventListener("beforeprint", come);
    };
    const come = (): void => {
      leave();
      then();
    };
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && come(), { rootMargin: "300px" });
    observer.observe(element);
    addEventListener("beforeprint", come);
    return leave;
  };
}
