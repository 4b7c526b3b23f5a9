// What the benchmarks of the page count.

// Frames that the browser shows while something is done, by the clock: how many a second, and the longest wait for one.
export async function framesWhile(page, act) {
  await page.evaluate(() => {
    const seen = (window.framesSeen = []);
    const next = () => {
      seen.push(performance.now());
      window.nextFrame = requestAnimationFrame(next);
    };
    window.nextFrame = requestAnimationFrame(next);
  });
  await act();
  return page.evaluate(() => {
    cancelAnimationFrame(window.nextFrame);
    const seen = window.framesSeen;
    const waits = seen.slice(1).map((now, k) => now - seen[k]);
    return { second: (1000 * waits.length) / (seen.at(-1) - seen[0]), longest: Math.max(...waits) };
  });
}
