"""What a typed program writes; mypy reads it, nobody runs it."""

import numpy as np

import wpga


def scores(images: np.ndarray) -> np.ndarray:
    family: wpga.Family = wpga.Family.from_images(images, labels=["a"] * len(images))
    measure: wpga.Measure = family[0]
    part: wpga.Family = family[1:3]
    pga = wpga.PrincipalGeodesics(2, support=64, curve="geodesic", n_jobs=2, random_state=0)
    shares: np.ndarray = pga.fit(part).explained_variance_ratio_
    mean: wpga.Barycenter = wpga.barycenter(family, 64)
    value: float = wpga.transport(measure, mean).value + mean.variance
    upper, lower = wpga.pairwise_distances(family, bounds=True)
    distances: np.ndarray = wpga.pairwise_distances(family)
    return pga.fit_transform(family) * value * shares.sum() + upper.sum() + lower.sum() + distances.sum()
