"""Words that change nothing of what a clause asserts; any other makes it less than plain."""

from functools import cache

_THINGS = """
    spectrum spectra data plot image picture figure panel view zoom zoomed zoomed-in close-up crop
    enlarged enlargement window range interval part parts side end ends portion area areas position
    positions location place wavelength wavelengths spot full-range full overall overview inspection
    object source target star flux level signal profile profiles shape shapes
    center centre peak peaks bump bumps spike spikes hump excess dip dips
    depression structure structures series members lambda system systems set pattern pair
    continuum intensity strength velocity velocities sawtooth molecular atomic nebular
    forbidden permitted hydrogen calcium carbon higher-order higher lower-order stellar photospheric
    chromospheric surface gravity rest-frame laboratory optical part half
    observation observations findings summary description addition regions zoom-in result short
    conclusion
"""
_VERBS = """
    does do did be been being has can it its it's i we they them there there's here's itself
    dominate dominates mark marks marked stand stands sit sits lie lies reach reaches remain remains
    rise rises rising drop drops dips fall falls extend extends span spans spanning emerge emerges
    emerging superposed superimposed accompany accompanies accompanied stick sticks jump jumps look
    looks turn turns come comes tower towers towering prove proves cut cuts cutting carve carved
    carves imprinted bear bears bearing carry carries possess possesses
    occupy occupies overlie overlies made make makes produce produces produced stretch
    stretches cover covers covering decline declines declining climb climbs climbing plunge plunges
    protrude protrudes resolved centred centered located situated measured measure measures
    measuring looked recorded given flanked lined
    shine shines shining notice noticed pick picked picks shown
    corresponding corresponds correspond
"""
_DEGREES = """
    only well much even still indeed throughout entirely completely totally wholly fully plainly
    conspicuously crucially notably distinctly unmistakable unmistakably steep steeply steadily
    gently strikingly extremely remarkably exceptionally particularly especially rather fairly
    pretty simply immediately instantly easily readily certainly definitely undoubtedly
    unambiguously unambiguous undeniable undeniably unquestionably overwhelmingly
    absolutely truly really actually importantly interestingly surprisingly firmly evidently
    obviously visibly noticeably broadly sharply deeply heavily enormously massively severely
    exclusively solely pure purely just also too both together simultaneously likewise similarly
    everywhere anywhere whatsoever prominent towering overwhelming impressive massive
    unusually unequivocal unequivocally spectacular definite conclusive featureless smooth
    smoothly textbook well-defined clear-cut well-resolved well-marked solid robust robustly
    consistently sharp-edged edged complete total utter marked extreme excellent large
    closer close turned flux depth contrast
    tall high lower upper double single-peaked singly peaked pressure-broadened
    rotationally stark resolved saturated steepened asymmetric symmetric gaussian lorentzian
    huge overall two three four five both first second third
    moreover furthermore additionally additional meanwhile finally lastly first secondly then again
    now overall here
"""
_PLACES = """
    above below between across over under into onto out up down off toward towards redward blueward
    against along beside besides within inside through longward shortward right left upon
    top bottom of
"""
_OBJECTS = "accretion accreting disc disk rotating magnetic"

LEADS = (
    "consistent", "typical", "characteristic", "indicating", "indicative", "suggesting", "pointing",
    "implying", "confirming", "supporting", "favouring", "favoring", "matching", "excluding",
    "ruling", "which", "hence", "thus", "therefore", "so", "as",
)  # fmt: skip
"""What a clause behind a comma may begin with that only draws a conclusion from the first."""

CONCLUDING = (
    "indicates", "indicate", "reveals", "suggests", "suggest", "implies", "imply", "confirms",
    "confirm", "points", "point", "argues", "argue", "favours", "favour", "favors", "favor",
    "supports", "support", "excludes", "exclude", "corroborates", "betrays", "proves", "prove",
    "make", "makes",
)  # fmt: skip
"""Verbs by which a feature speaks for a class."""

SEEN_HERE = ("reveals", "betrays", "make", "makes")
"""Those of them that tell what was found, and no rule."""

PREDICATES = (
    "is", "are", "was", "were", "isn't", "aren't", "appears", "appear", "dominates", "dominate",
    "marks", "mark", "stands", "stand", "sits", "sit", "lies", "lie", "rises", "rise", "dips",
    "falls", "emerges", "reaches", "remains", "remain", "extends", "turns", "looks", "bears",
    "carries", "possesses", "spans", "there's",
)  # fmt: skip
"""Verbs with which a clause says something, beside those of seeing and showing."""


@cache
def plain_words() -> frozenset[str]:
    """All words that are understood, in small letters."""
    return frozenset(" ".join((_THINGS, _VERBS, _DEGREES, _PLACES, _OBJECTS)).split())
