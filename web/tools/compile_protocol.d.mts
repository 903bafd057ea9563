export function type_of(schema: Record<string, unknown>, place: string): string;
export function types_of(definitions: Record<string, unknown>): string;
export function operations_of(paths: Record<string, unknown>): string;
