import { defineConfig } from "vitest/config";
import { viteSingleFile } from "vite-plugin-singlefile";

// One HTML file with script and style inside; the program puts the payload where index.html says.
export default defineConfig({
  plugins: [viteSingleFile({ removeViteModuleLoader: true })],
  test: { include: ["src/**/*.test.ts"] },
  build: {
    target: "es2022",
    emptyOutDir: true,
    reportCompressedSize: false,
  },
});
