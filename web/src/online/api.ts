// The server's HTTP side, by the operations of data/protocol/openapi.json.

import { t } from "../i18n/i18n.svelte";
import type { Code, HttpError, Operations } from "./generated/protocol";

/** A code of the protocol, or what this side finds out by itself. */
export class ServerError extends Error {
  constructor(readonly code: Code | "offline" | "no_server") {
    super(code);
  }
}

type Names<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Body<K extends keyof Operations> = Operations[K]["body"] extends undefined
  ? unknown
  : { body: Operations[K]["body"] };
/** What is put into the path; lists also take where they begin. */
type Path<K> = { before?: string } & ([Names<K>] extends [never] ? unknown : { at: Record<Names<K>, string> });
type Given<K extends keyof Operations> = Body<K> & Path<K>;

export async function call<K extends keyof Operations>(
  operation: K,
  ...[given]: object extends Given<K> ? [Given<K>?] : [Given<K>]
): Promise<Operations[K]["answer"]> {
  const { body, at = {}, before } = (given ?? {}) as { body?: unknown; at?: Record<string, string>; before?: string };
  const [method, template] = operation.split(" ") as [string, string];
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(at[name] ?? ""));
  const init: RequestInit = { method, headers: { accept: "application/json" }, credentials: "same-origin" };
  if (method !== "GET") init.headers = { ...init.headers, "x-bastide": "1" };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...init.headers, "content-type": "application/json" };
  }
  let response: Response;
  try {
    response = await fetch(before === undefined ? path : `${path}?before=${before}`, init);
  } catch {
    throw new ServerError("offline");
  }
  if (response.status === 204) return undefined as Operations[K]["answer"];
  const json = (response.headers.get("content-type") ?? "").includes("json");
  if (!json) throw new ServerError("no_server");
  const answer = (await response.json()) as Operations[K]["answer"] | HttpError;
  if (!response.ok) throw new ServerError((answer as HttpError).error);
  return answer as Operations[K]["answer"];
}

/** A code in words. A newer server may have one that this page does not know. */
export function tell_code(code: Code): string {
  const message = t[`error_${code}`] as (() => string) | undefined;
  return message ? message() : t.notice_error({ code });
}
/** What nobody expected is told in the reader's language; what it was stands in the console. */
export function tell_error(error: unknown): string {
  if (!(error instanceof ServerError)) {
    console.warn(error);
    return t.went_wrong();
  }
  if (error.code === "offline") return t.server_unreachable();
  return error.code === "no_server" ? t.no_server() : tell_code(error.code);
}
