// Transforms of columns, written and named as on the command line: "log10", "asinh(150)", "CD4:asinh(150),FSC:linear".
export interface ColumnTransform {
  kind: "none" | "log10" | "asinh";
  cofactor: number; // of asinh: x is divided by it first
}

export interface ColumnTransforms {
  all: ColumnTransform;
  columns: { column: string; transform: ColumnTransform }[];
}

const none: ColumnTransform = { kind: "none", cofactor: 1 };

function parsed(words: string): ColumnTransform | null {
  if (words === "none" || words === "linear") return none;
  if (words === "log10") return { kind: "log10", cofactor: 1 };
  if (words === "asinh") return { kind: "asinh", cofactor: 1 };
  const cofactor = Number(/^asinh\((.+)\)$/.exec(words)?.[1] ?? NaN);
  return cofactor > 0 && cofactor < Infinity ? { kind: "asinh", cofactor } : null;
}

// null: written in a way that this page does not know.
export function transformsOf(text: string): ColumnTransforms | null {
  const found: ColumnTransforms = { all: none, columns: [] };
  for (const item of text === "" ? [] : text.split(",")) {
    const colon = item.lastIndexOf(":");
    const transform = parsed(item.slice(colon + 1).trim());
    if (!transform) return null;
    if (colon < 0) found.all = transform;
    else found.columns.push({ column: item.slice(0, colon).trim(), transform });
  }
  return found;
}

export function transformed(x: number, { kind, cofactor }: ColumnTransform): number {
  if (kind === "none") return x;
  return kind === "log10" ? Math.log10(x) : Math.asinh(x / cofactor);
}

// The column whose transform has this name, as "CD4" of "asinh CD4/150"; null where the name is not of this transform.
function columnOf(axis: string, { kind, cofactor }: ColumnTransform): string | null {
  if (kind === "none") return axis;
  if (!axis.startsWith(`${kind} `)) return null;
  const rest = axis.slice(kind.length + 1);
  if (cofactor === 1) return rest;
  const slash = rest.lastIndexOf("/");
  return slash > 0 && Number(rest.slice(slash + 1)) === cofactor ? rest.slice(0, slash) : null;
}

export interface AxisSource {
  column: string; // as the table of the data calls it
  transform: ColumnTransform;
}

// Where each axis comes from.  A column that `transforms` tells by its number is known by the name of its axis.
export function sourcesOf(axes: readonly string[], { all, columns }: ColumnTransforms): AxisSource[] {
  return axes.map((axis) => {
    const fitting = columns.flatMap(({ column, transform }) => {
      const name = columnOf(axis, transform);
      return name === null ? [] : [{ column: name, transform, named: name === column, numbered: /^\d+$/.test(column) }];
    });
    const one = fitting.find(({ named }) => named);
    if (one) return one;
    const column = columnOf(axis, all);
    if (column !== null && (all.kind !== "none" || fitting.length === 0)) return { column, transform: all };
    return (
      fitting.find(({ numbered, transform }) => numbered && transform.kind !== "none") ?? {
        column: axis,
        transform: none,
      }
    );
  });
}
