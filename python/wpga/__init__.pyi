from .coupling import Coupling as Coupling
from .coupling import transport as transport
from .estimators import EuclideanPCA as EuclideanPCA
from .estimators import GaussianGeodesics as GaussianGeodesics
from .estimators import GaussianPCA as GaussianPCA
from .estimators import LinearTransportPCA as LinearTransportPCA
from .estimators import LineGeodesics as LineGeodesics
from .analysis import MeasureAnalysis as MeasureAnalysis
from .estimators import PrincipalCurves as PrincipalCurves
from .estimators import PrincipalGeodesics as PrincipalGeodesics
from .estimators import TangentPCA as TangentPCA
from .estimators import TemplateDeformation as TemplateDeformation
from .estimators import load as load
from .family import Family as Family
from .family import Measure as Measure
from .from_files import read as read
from .functions import Barycenter as Barycenter
from .functions import barycenter as barycenter
from .functions import compare as compare
from .functions import pairwise_distances as pairwise_distances

__version__: str
__all__: list[str]
