// Things handed over as files.

export function save_blob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  URL.revokeObjectURL(url);
}
export function save_text(name: string, text: string): void {
  save_blob(name, new Blob([text + "\n"], { type: "application/json" }));
}
