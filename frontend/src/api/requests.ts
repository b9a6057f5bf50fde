/** Requests by path: the fields of the address in one record, the types from the API's description. */

import { api, unwrap } from "./client";
import type { paths } from "./schema.gen";

type Method = "get" | "post" | "put" | "patch" | "delete";
const PROJECT = "/api/v1/projects/{project}/";
type Project = typeof PROJECT;

/** What the API answers; paths below a project without what all of them begin with. */
type Routes = {
  [P in keyof paths as P extends `${Project}${infer Below}` ? Below : P]: paths[P];
};

/** Paths that take a method. */
export type PathOf<M extends Method> = {
  [P in keyof Routes]: Routes[P] extends Record<M, object> ? P : never;
}[keyof Routes];

type Operation<M extends Method, P extends PathOf<M>> = Routes[P][M];
type Given<T> = [NonNullable<T>] extends [never] ? unknown : NonNullable<T>;

/** What fills the places of a path, and its query parameters. */
export type FieldsOf<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { parameters: { path?: infer Places; query?: infer Query } }
    ? Given<Places> & Given<Query>
    : never;

type BodyOf<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { requestBody: { content: { "application/json": infer Body } } }
    ? [body: Body]
    : [];

type Good = 200 | 201 | 202 | 204;
type ContentOf<Answers> = {
  [Status in keyof Answers & Good]: Answers[Status] extends {
    content: { "application/json": infer Body };
  }
    ? Body
    : undefined;
}[keyof Answers & Good];

/** Body of a good answer. */
export type AnswerOf<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { responses: infer Answers } ? ContentOf<Answers> : never;

interface Extras {
  body?: unknown;
  signal?: AbortSignal;
  /** Where the body, or the answer, is no JSON. */
  headers?: Record<string, string>;
  bodySerializer?: (body: unknown) => unknown;
  parseAs?: "arrayBuffer";
}

/** What a query function is called with. */
interface Asked {
  signal?: AbortSignal;
}

/** A query function that reads this path. */
export function reading<P extends PathOf<"get">>(path: P, fields: FieldsOf<"get", P>) {
  return ({ signal }: Asked = {}) => request("get", path, fields, signal ? { signal } : {});
}

/** Reads the bytes of an answer that is no JSON. */
export async function readBytes<P extends PathOf<"get">>(
  path: P,
  fields: FieldsOf<"get", P>,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const bytes: unknown = await request("get", path, fields, { parseAs: "arrayBuffer", signal });
  return bytes as ArrayBuffer;
}

/** Sends something once; a failure is an `ApiError`. */
export function send<M extends Exclude<Method, "get">, P extends PathOf<M>>(
  method: M,
  path: P,
  fields: FieldsOf<M, P>,
  ...[body]: BodyOf<M, P>
) {
  return request(method, path, fields, body === undefined ? {} : { body });
}

/** A query function for questions too long for an address; they are sent, and change nothing. */
export function asking<P extends PathOf<"post">>(
  path: P,
  fields: FieldsOf<"post", P>,
  ...[body]: BodyOf<"post", P>
) {
  return ({ signal }: Required<Asked>) => request("post", path, fields, { body, signal });
}

/** Sends a file as it is; the API's description names no body for it. */
export async function sendFile<P extends PathOf<"post">>(
  path: P,
  fields: FieldsOf<"post", P>,
  file: File,
) {
  return request("post", path, fields, {
    headers: { "Content-Type": "application/octet-stream" },
    body: new Uint8Array(await file.arrayBuffer()),
    bodySerializer: (body) => body,
  });
}

/** Sends a document whose form the API's description does not name. */
export function sendDocument<P extends PathOf<"post">>(
  path: P,
  fields: FieldsOf<"post", P>,
  document: object,
) {
  return request("post", path, fields, { body: document });
}

function request<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  fields: FieldsOf<M, P>,
  extras: Extras,
): Promise<AnswerOf<M, P>> {
  const places: Record<string, unknown> = {};
  const query: Record<string, unknown> = {};
  const whole = path.startsWith("/") ? path : PROJECT + path;
  for (const [name, value] of Object.entries(fields as object)) {
    (whole.includes(`{${name}}`) ? places : query)[name] = value;
  }
  const init = { params: { path: places, query }, ...extras };
  return unwrap(api.request(method, whole as never, init as never));
}
