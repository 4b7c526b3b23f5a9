// A table as text: cells between commas, semicolons, tabs or blanks, with or without a header.
export interface TextTable {
  header: string[] | null;
  rows: string[][];
}

export const isNumber = (cell: string) => cell !== "" && Number.isFinite(Number(cell));

function cellsOf(line: string, separator: string | null): string[] {
  if (separator === null) return line.trim().split(/\s+/);
  const cells: string[] = [];
  let [cell, quoted] = ["", false];
  for (const sign of line) {
    if (sign === '"') quoted = !quoted;
    else if (sign === separator && !quoted) {
      cells.push(cell.trim());
      cell = "";
    } else cell += sign;
  }
  return [...cells, cell.trim()];
}

// "1,5" between semicolons or tabs is a number with a decimal comma, unless others have points.
function withPoints(rows: string[][], separator: string | null): string[][] {
  const comma = /^[+-]?\d*,\d+(e[+-]?\d+)?$/i;
  const cells = rows.flat();
  if (separator === "," || !cells.some((cell) => comma.test(cell))) return rows;
  if (cells.some((cell) => cell.includes(".") && isNumber(cell)))
    throw new Error("some numbers have a decimal comma and others a decimal point");
  return rows.map((row) => row.map((cell) => (comma.test(cell) ? cell.replace(",", ".") : cell)));
}

export function tableOf(text: string): TextTable {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== "" && !line.startsWith("#"));
  if (lines.length === 0) throw new Error("there are no points");
  const separator = ["\t", ";", ","].find((sign) => lines[0].includes(sign)) ?? null;
  const all = withPoints(
    lines.map((line) => cellsOf(line, separator)),
    separator,
  );
  const header = all[0].every(isNumber) ? null : all[0];
  return { header, rows: header ? all.slice(1) : all };
}
