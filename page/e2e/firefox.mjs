// Debian's Firefox, driven through the protocol it brings along (Marionette): Playwright wants a Firefox of its own.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

// No first page, no updates, no network of its own.
const preferences = {
  "marionette.port": 0,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage": "about:blank",
  "datareporting.policy.dataSubmissionEnabled": false,
  "app.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "browser.safebrowsing.downloads.remote.enabled": false,
  "network.proxy.type": 1,
  "network.proxy.http": "127.0.0.1",
  "network.proxy.http_port": 9,
  "network.proxy.ssl": "127.0.0.1",
  "network.proxy.ssl_port": 9,
};

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function portOf(profile, process) {
  const file = join(profile, "MarionetteActivePort");
  for (let tries = 0; tries < 240; tries++) {
    if (existsSync(file) && readFileSync(file, "utf8").trim()) return Number(readFileSync(file, "utf8"));
    if (process.exitCode !== null) break;
    await pause(250);
  }
  throw new Error("Firefox does not listen");
}

export class Firefox {
  waiting = new Map();
  received = Buffer.alloc(0);
  number = 0;

  static async start(executable, { width = 1100, height = 800 } = {}) {
    const profile = mkdtempSync(join(tmpdir(), "wpga-firefox-"));
    const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
    writeFileSync(join(profile, "user.js"), lines.join("\n"));
    const words = ["--headless", "--marionette", "--no-remote", "--profile", profile];
    const process = spawn(executable, words, { stdio: "ignore" });
    const browser = new Firefox();
    Object.assign(browser, { profile, process });
    browser.socket = connect(await portOf(profile, process), "127.0.0.1");
    browser.socket.on("data", (bytes) => browser.take(bytes));
    await browser.ask("WebDriver:NewSession", {});
    await browser.ask("WebDriver:SetWindowRect", { width, height });
    return browser;
  }

  // Messages are LENGTH:JSON; the first one is a greeting.
  take(bytes) {
    this.received = Buffer.concat([this.received, bytes]);
    for (;;) {
      const colon = this.received.indexOf(":");
      const length = Number(this.received.subarray(0, colon));
      if (colon < 0 || this.received.length < colon + 1 + length) return;
      const message = JSON.parse(this.received.subarray(colon + 1, colon + 1 + length).toString());
      this.received = this.received.subarray(colon + 1 + length);
      if (!Array.isArray(message)) continue;
      const [, number, problem, value] = message;
      const { resolve, reject } = this.waiting.get(number);
      this.waiting.delete(number);
      if (problem) reject(new Error(problem.message));
      else resolve(value?.value ?? value);
    }
  }

  ask(command, parameters) {
    const number = ++this.number;
    const text = JSON.stringify([0, number, command, parameters]);
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    return new Promise((resolve, reject) => this.waiting.set(number, { resolve, reject }));
  }

  open(url) {
    return this.ask("WebDriver:Navigate", { url });
  }

  // The function runs in the page; what it returns, or promises, comes back.
  run(act, ...args) {
    const script = `const [given, done] = [Array.from(arguments).slice(0, -1), arguments[arguments.length - 1]];
      Promise.resolve((${act})(...given)).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    return this.ask("WebDriver:ExecuteAsyncScript", { script, args, sandbox: null, scriptTimeout: 60000 }).then(
      ({ value, error }) => {
        if (error) throw new Error(error);
        return value;
      },
    );
  }

  async until(act, ...args) {
    for (let tries = 0; tries < 300; tries++) {
      if (await this.run(act, ...args)) return;
      await pause(100);
    }
    throw new Error(`Firefox waited in vain for ${act}`);
  }

  screenshot() {
    return this.ask("WebDriver:TakeScreenshot", { full: true }).then((text) => Buffer.from(text, "base64"));
  }

  async close() {
    await this.ask("Marionette:Quit", { flags: ["eForceQuit"] }).catch(() => {});
    this.socket.destroy();
    for (let tries = 0; tries < 40 && this.process.exitCode === null; tries++) await pause(100);
    this.process.kill("SIGKILL");
    rmSync(this.profile, { recursive: true, force: true });
  }
}
