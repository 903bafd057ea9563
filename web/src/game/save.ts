/** Hands a text over as a file. */
export function save_text(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text + "\n"], { type: "application/json" }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  URL.revokeObjectURL(url);
}
