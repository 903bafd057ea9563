/** What the window's title says instead of the page's name, while somebody is called back to it. */
export const title = $state({
  call: "",
  /** Of a page whose name only it knows. */
  page: "",
});
