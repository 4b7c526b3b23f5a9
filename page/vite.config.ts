import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { viteSingleFile } from "vite-plugin-singlefile";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// The policy of the page names the one script and the one style that may act, by what is in them.
function policyByHashes(): Plugin {
  return {
    name: "policy-by-hashes",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        for (const asset of Object.values(bundle)) {
          if (asset.type !== "asset" || !asset.fileName.endsWith(".html")) continue;
          const html = String(asset.source);
          const all = (pattern: RegExp) => Array.from(html.matchAll(pattern), (found) => hashOf(found[1])).join(" ");
          asset.source = html
            .replace("@SCRIPT_HASHES@", () => all(/<script type="module"[^>]*>([\s\S]*?)<\/script>/g))
            .replace("@STYLE_HASHES@", () => all(/<style[^>]*>([\s\S]*?)<\/style>/g));
        }
      },
    },
  };
}

// The projection, compiled to WebAssembly (tools/build_module.sh), as text in the script.
function projectionModule(): Plugin {
  const id = "virtual:projection";
  return {
    name: "projection-module",
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load(source) {
      if (source !== `\0${id}`) return null;
      const file = "projection.wasm.gz";
      if (!existsSync(file)) this.warn(`${file} was not built: the page will not project samples of its readers`);
      const text = existsSync(file) ? readFileSync(file).toString("base64") : "";
      return `export const module64 = ${JSON.stringify(text)};`;
    },
  };
}

// One HTML file with script and style inside; the program puts the payload where index.html says.
export default defineConfig({
  plugins: [projectionModule(), viteSingleFile({ removeViteModuleLoader: true }), policyByHashes()],
  test: { include: ["src/**/*.test.ts"] },
  build: {
    target: "es2022",
    emptyOutDir: true,
    reportCompressedSize: false,
  },
});
