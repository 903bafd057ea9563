// Pages by the address after "#", so that any static server and the offline cache can serve them.

// A link to a table (/t/ID) is the server's; inside the page it is an address like all others.
const table = /^\/t\/([a-z2-7]{16})$/.exec(location.pathname);
if (table) history.replaceState(null, "", `/#/table/${table[1]}`);
// Any other path is none of this page's.
else if (!/^\/(index\.html)?$/.test(location.pathname)) history.replaceState(null, "", "/#/nowhere");

let hash = $state(location.hash);
addEventListener("hashchange", () => {
  hash = location.hash;
});

/** A part that is no address at all stays as it is: no page has that name. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
/** The parts of the address: "#/replay/abc/12" is ["replay", "abc", "12"]. */
export function route(): string[] {
  return hash
    .replace(/^#\/?/, "")
    .split("/")
    .filter((part) => part !== "")
    .map(decoded);
}

export function go(...parts: (string | number)[]): void {
  location.hash = "/" + parts.map((part) => encodeURIComponent(String(part))).join("/");
}
/** The same, without a step in the browser's history. */
export function replace(...parts: (string | number)[]): void {
  const next = "#/" + parts.map((part) => encodeURIComponent(String(part))).join("/");
  history.replaceState(null, "", next);
  hash = next;
}
export function link(...parts: (string | number)[]): string {
  return "#/" + parts.map((part) => encodeURIComponent(String(part))).join("/");
}
