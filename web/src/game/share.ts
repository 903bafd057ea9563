// A whole record in an address: compressed, in letters that links keep.

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream) {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped as ReadableStream).arrayBuffer());
}

export async function pack(record: string): Promise<string> {
  const bytes = new TextEncoder().encode(record) as Uint8Array<ArrayBuffer>;
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** What came is not what was packed: a letter of the link is missing or another one. */
export class DamagedRecord extends Error {}

export async function unpack(text: string): Promise<string> {
  try {
    return await unpacked(text);
  } catch (error) {
    throw new DamagedRecord("damaged", { cause: error });
  }
}
async function unpacked(text: string): Promise<string> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}
