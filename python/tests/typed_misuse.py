"""What mypy must object to, one mistake a line."""

import wpga

wpga.PrincipalGeodesics(curve="bent")
wpga.TangentPCA(deformation="scale")
wpga.read("data", kind="picture")
text: str = wpga.transport([[0.0]], [[1.0]]).value
