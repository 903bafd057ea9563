// The keys of a table: which of them does what, and where they are letters instead.

type Action = (() => void) | false | null | undefined;

/** What a table does; a letter that does nothing now is left out. */
export interface KeyActions {
  figure: (number: number) => void;
  rotate: (step: 1 | -1) => void;
  escape: () => void;
  [letter: string]: Action | ((value: never) => void);
}

function is_typed(event: KeyboardEvent): boolean {
  const target = event.target as Element;
  return target.closest("input, select, textarea, dialog") !== null || event.ctrlKey || event.metaKey || event.altKey;
}

export function press_key(event: KeyboardEvent, actions: KeyActions): void {
  if (is_typed(event)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (/^[1-9]$/.test(key)) actions.figure(Number(key));
  else if (key === "r") actions.rotate(event.shiftKey ? -1 : 1);
  else if (key === "Escape") actions.escape();
  else {
    const action = actions[key === "=" ? "+" : key] as Action;
    if (key.length > 1 || !action) return;
    action();
  }
  event.preventDefault();
}
