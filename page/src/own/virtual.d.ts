declare module "virtual:projection" {
  // page/built/projection.wasm.gz as base64; empty where it was not built.
  export const module64: string;
}
