"""Pictures with matplotlib: measures as what they are, components, planes and shares."""

import numpy as np

# The accent of plots, and a scale that is even to the eye.
_COLOR = "#2b6cb0"
_SCALE = "viridis"


def _pyplot():
    import matplotlib.pyplot as pyplot

    return pyplot


def _axes(ax, **size):
    if ax is not None:
        return ax
    # Room for labels and titles, also where a picture is saved as it is.
    _, ax = _pyplot().subplots(layout="constrained", **size)
    return ax


def _coordinates(measure):
    """Points in the units the data came in."""
    space = measure.space
    if len(space["scale"]) == 0:
        return measure.points
    return np.asarray(space["center"]) + np.asarray(space["scale"]) * measure.points


class Frame:
    """What several pictures of one family share: limits, and the plane that more than three coordinates are seen in."""

    def __init__(self, measures, kind, grid):
        points = np.concatenate([_coordinates(measure) for measure in measures])
        self.kind, self.grid = kind, list(grid)
        self.low, self.high = points.min(axis=0), points.max(axis=0)
        if kind == "shape" and len(self.grid) == 2:
            self.low = np.minimum(self.low, [0, 0])
            self.high = np.maximum(self.high, [self.grid[1], self.grid[0]])
        self.view = None
        if points.shape[1] > 3:
            self.view = _leading_plane(points)
            seen = points @ self.view
            self.low, self.high = seen.min(axis=0), seen.max(axis=0)

    def limits(self, axis):
        margin = 0.05 * (self.high[axis] - self.low[axis]) or 0.5
        return self.low[axis] - margin, self.high[axis] + margin


def _leading_plane(points):
    centered = points - points.mean(axis=0)
    return np.linalg.svd(centered, full_matrices=False)[2][:2].T


def draw_measure(measure, ax=None, frame=None, **style):
    """Draws one measure as its kind asks; returns the axes.

    Shapes are grey values on their grid, palettes colours with areas in proportion to their weights, measures on
    the line densities, points dots with such areas (more than three coordinates: their leading plane).
    """
    ax = _axes(ax, figsize=(3, 3))
    frame = frame or Frame([measure], measure.kind, measure.space["grid"])
    points = _coordinates(measure)
    if points.shape[1] == 1:
        return _draw_line(measure, points[:, 0], ax, frame, **style)
    if frame.kind == "shape" and len(frame.grid) == 2 and points.shape[1] == 2:
        return _draw_shape(measure, points, ax, frame, **style)
    if frame.kind == "palette" and points.shape[1] == 3:
        return _draw_palette(measure, points, ax, **style)
    return _draw_points(measure, points, ax, frame, **style)


def _draw_line(measure, positions, ax, frame, color=_COLOR, **style):
    low, high = frame.limits(0)
    order = np.argsort(positions)
    at, weights = positions[order], measure.weights[order]
    bins = int(np.clip(2.5 * np.sqrt(len(np.unique(at))), 10, 60))
    # Each atom is spread over two cells around it, so that the density changes smoothly as atoms move.
    cell = (high - low) / bins
    place = (at - low) / cell - 0.5
    left = np.clip(np.floor(place).astype(int), 0, bins - 1)
    right = np.clip(left + 1, 0, bins - 1)
    share = np.clip(place - left, 0, 1)
    heights = np.bincount(left, weights * (1 - share), bins) + np.bincount(right, weights * share, bins)
    centers = low + cell * (np.arange(bins) + 0.5)
    ax.fill_between(centers, heights / cell, color=color, alpha=0.35, linewidth=0, **style)
    ax.plot(centers, heights / cell, color=color, linewidth=1)
    ax.set_xlim(low, high)
    ax.set_ylim(bottom=0)
    ax.set_yticks([])
    return ax


def _splatted(points, weights, rows, columns):
    """Weights on a grid of pixels, each shared among the four pixels around its atom."""
    picture = np.zeros((rows, columns))
    place = points - 0.5
    base = np.floor(place).astype(int)
    share = place - base
    for dx in (0, 1):
        for dy in (0, 1):
            mass = weights * np.abs(1 - dx - share[:, 0]) * np.abs(1 - dy - share[:, 1])
            x, y = np.clip(base[:, 0] + dx, 0, columns - 1), np.clip(base[:, 1] + dy, 0, rows - 1)
            np.add.at(picture, (y, x), mass)
    return picture


def _draw_shape(measure, points, ax, frame, cmap="gray_r", **style):
    rows, columns = frame.grid
    picture = _splatted(points, measure.weights, rows, columns)
    ax.imshow(picture, cmap=cmap, vmin=0, vmax=np.quantile(picture[picture > 0], 0.95), interpolation="bilinear",
              extent=(0, columns, rows, 0), **style)
    ax.set_xticks([])
    ax.set_yticks([])
    return ax


def _rgb(points, axes):
    if list(axes) != ["L", "a", "b"]:
        return np.clip(points, 0, 1)
    # CIELAB, D65, to sRGB.
    fy = (points[:, 0] + 16) / 116
    f = np.stack([fy + points[:, 1] / 500, fy, fy - points[:, 2] / 200], axis=1)
    xyz = np.where(f > 6 / 29, f**3, 3 * (6 / 29) ** 2 * (f - 4 / 29)) * [0.95047, 1, 1.08883]
    light = xyz @ np.array([[3.2406, -0.9689, 0.0557], [-1.5372, 1.8758, -0.2040], [-0.4986, 0.0415, 1.0570]])
    light = np.clip(light, 0, 1)
    return np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)


def _draw_palette(measure, points, ax, **style):
    colors = _rgb(points, measure.space["axes"])
    order = np.argsort(colors @ [0.299, 0.587, 0.114])
    ends = np.concatenate([[0], np.cumsum(measure.weights[order])])
    # Columns of one height each: colours from dark to light, as much of the width as they weigh.
    strip = colors[order][np.clip(np.searchsorted(ends, (np.arange(256) + 0.5) / 256) - 1, 0, len(order) - 1)]
    ax.imshow(strip[None], aspect="auto", extent=(0, 1, 0, 1), interpolation="nearest", **style)
    ax.set_xticks([])
    ax.set_yticks([])
    return ax


def _draw_points(measure, points, ax, frame, color=_COLOR, **style):
    weights = measure.weights
    sizes = np.clip(600 * weights / max(weights.max() * 15, weights.sum() / 20), 0.5, 60)
    names = measure.space["axes"]
    if frame.view is not None:
        points, names = points @ frame.view, []
    style.setdefault("alpha", 0.6)
    if points.shape[1] == 3:
        depth = points[:, 2]
        ax.scatter(points[:, 0], points[:, 1], s=sizes, c=depth, cmap=_SCALE, vmin=frame.low[2], vmax=frame.high[2],
                   linewidths=0, **style)
    else:
        ax.scatter(points[:, 0], points[:, 1], s=sizes, color=color, linewidths=0, **style)
    ax.set_xlim(*frame.limits(0))
    ax.set_ylim(*frame.limits(1))
    if frame.kind == "shape":
        ax.invert_yaxis()
    if _same_units(frame):
        ax.set_aspect("equal", adjustable="box")
    ax.set_xticks([])
    ax.set_yticks([])
    if len(names) >= 2:
        ax.set_xlabel(names[0], fontsize="small")
        ax.set_ylabel(names[1], fontsize="small")
    return ax


def _same_units(frame):
    sides = frame.high[:2] - frame.low[:2]
    return sides.min() > 0.2 * sides.max()


def plot_family(family, measures=None, columns=8, labels=True):
    """Draws measures of a family side by side; returns an array of axes."""
    if measures is None:
        measures = range(min(len(family), 3 * columns))
    chosen = family[list(measures)]
    rows = -(-len(chosen) // columns)
    columns = min(columns, len(chosen))
    figure, axes = _pyplot().subplots(rows, columns, figsize=(1.5 * columns, 1.6 * rows), squeeze=False)
    frame = Frame(list(chosen), family.kind, family.grid)
    for ax, measure in zip(axes.flat, chosen):
        draw_measure(measure, ax, frame)
        ax.set_xlabel("")
        ax.set_ylabel("")
        if labels:
            ax.set_title(measure.label or measure.name, fontsize="x-small")
    for ax in axes.flat[len(chosen):]:
        ax.set_axis_off()
    figure.tight_layout(pad=0.4)
    return axes


def plot_components(estimator, components=None, times=5, **style):
    """Measures along each component; returns an array of axes (components, times)."""
    from .family import Family

    places = list(range(estimator.n_components_)) if components is None else [int(k) for k in np.atleast_1d(components)]
    if not places:
        raise ValueError("there are no components to draw")
    for place in places:
        if not 0 <= place < estimator.n_components_:
            raise ValueError(f"component {place} is asked for, but there are 0 to {estimator.n_components_ - 1}")
    times = np.linspace(0, 1, times) if np.ndim(times) == 0 else np.asarray(times, dtype=float)
    if not len(times):
        raise ValueError("`times` names none; 5 or [0, 0.5, 1] would do")
    strips = [list(Family(estimator._model.measures_on(place, list(times)))) for place in places]
    space = strips[0][0].space
    frame = Frame([measure for strip in strips for measure in strip], space["kind"], space["grid"])
    flat = frame.kind == "palette" or len(frame.low) == 1
    figure, axes = _pyplot().subplots(
        len(places), len(times), squeeze=False, figsize=(1.6 * len(times) + 0.6, (1.0 if flat else 1.7) * len(places) + 0.3)
    )
    shares = estimator.explained_variance_ratio_
    for row, place, strip in zip(axes, places, strips):
        first, last = place == places[0], place == places[-1]
        for ax, time, measure in zip(row, times, strip):
            draw_measure(measure, ax, frame, **style)
            ax.set_xlabel("")
            ax.set_ylabel("")
            if first:
                ax.set_title(f"t = {time:.2g}", fontsize="small")
            if not last or frame.kind in ("shape", "palette"):
                ax.set_xticklabels([])
        row[0].set_ylabel(f"{place + 1}\n{100 * shares[place]:.1f} %", rotation=0, ha="right", va="center", labelpad=14)
    figure.tight_layout(pad=0.5)
    return axes


def plot_plane(estimator, components=(0, 1), color=None, X=None, ax=None, names=False, **style):
    """Scores on two components; returns the axes."""
    first, second = components
    most = estimator.n_components_
    if not (0 <= first < most and 0 <= second < most):
        raise ValueError(f"components {first} and {second} are asked for, but there are 0 to {most - 1}")
    if X is not None:
        X = estimator._family(X, reset=False)[0]
    scores = np.asarray(estimator.scores_ if X is None else estimator.transform(X))
    texts = estimator.names_ if X is None else X.names
    if color is None:
        color = (estimator.labels_ if X is None else X.labels) or None
    ax = _axes(ax, figsize=(5, 4.2))
    at = scores[:, [first, second]]
    style.setdefault("s", 22)
    style.setdefault("linewidths", 0)
    style.setdefault("alpha", 0.85)
    _scatter(ax, at, color, style)
    if names:
        for text, place in zip(texts, at):
            ax.annotate(str(text), place, fontsize="xx-small", xytext=(2, 2), textcoords="offset points")
    shares = 100 * estimator.explained_variance_ratio_
    ax.set_xlabel(f"component {first + 1} ({shares[first]:.1f} %)")
    ax.set_ylabel(f"component {second + 1} ({shares[second]:.1f} %)")
    ax.axhline(0, color="0.85", linewidth=0.8, zorder=0)
    ax.axvline(0, color="0.85", linewidth=0.8, zorder=0)
    return ax


def _scatter(ax, at, color, style):
    if color is None:
        ax.scatter(at[:, 0], at[:, 1], color=style.pop("c", _COLOR), **style)
        return
    values = np.asarray(color)
    if values.shape != (len(at),):
        raise ValueError(f"`color` needs one value for each of the {len(at)} measures, but has {values.shape}")
    if values.dtype.kind in "iuf" and len(np.unique(values)) > 10 or values.dtype.kind == "f":
        style.setdefault("cmap", _SCALE)
        drawn = ax.scatter(at[:, 0], at[:, 1], c=values, **style)
        ax.figure.colorbar(drawn, ax=ax, label=getattr(color, "name", None) or "")
        return
    words = [str(value) for value in values]
    for place, word in enumerate(sorted(set(words))):
        mask = np.array([other == word for other in words])
        ax.scatter(at[mask, 0], at[mask, 1], color=f"C{place % 10}", label=word, **style)
    ax.legend(fontsize="small", frameon=False, title=getattr(color, "name", None))


def plot_scree(estimator, ax=None, **style):
    """Shares of the variance: what each component adds, and all up to it; returns the axes."""
    ax = _axes(ax, figsize=(4.2, 3.2))
    shares = 100 * estimator.explained_variance_ratio_
    places = np.arange(1, len(shares) + 1)
    style.setdefault("color", _COLOR)
    ax.bar(places, shares, width=0.6, label="each adds", **style)
    ax.plot(places, np.cumsum(shares), "o-", color="0.25", markersize=4, label="together")
    if len(estimator.bootstrap_):
        low, high = 100 * np.quantile(estimator.bootstrap_, [0.05, 0.95], axis=0, method="weibull")
        middle = 100 * estimator.explained_alone_
        errors = np.maximum([middle - low, high - middle], 0)
        ax.errorbar(places, middle, errors, fmt="none", ecolor="C1", capsize=3, label="alone, 5–95 % of draws")
    ceiling = estimator.results_["ceiling"]
    if ceiling is not None:
        ax.axhline(100 * ceiling, color="0.6", linestyle=":", linewidth=1, label="ceiling of this mean")
    ax.set_xticks(places)
    ax.set_xlabel("component")
    ax.set_ylabel("% of the variance")
    ax.set_ylim(0, 105)
    ax.legend(fontsize="small", frameon=False)
    return ax
