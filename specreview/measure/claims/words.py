"""From plain text to tokens: names of features, numbers, and the words that say what is asserted."""

import re
from dataclasses import dataclass, replace

from specreview.measure.claims.features import Feature, features
from specreview.measure.claims.plain import Plain


@dataclass(frozen=True)
class Token:
    """One word, number or sign of a text.

    `kind` says what it does in a sentence (see `_WORDS`); `feature` is what a name names;
    `value` a number; `start`, `end` its place in the plain text.
    """

    kind: str
    text: str
    start: int
    end: int
    feature: Feature | None = None
    value: float = 0.0


_I = r"[\s-]?"
_NAMES: tuple[tuple[str, str], ...] = (
    ("balmer_jump", r"Balmer (?:jump|discontinuity|break|edge|continuum)"),
    ("decrement", r"Balmer decrement"),
    ("balmer", r"Balmer(?:[\s-]series)?|hydrogen|H I(?![\w\]])"),
    ("ha", rf"H{_I}(?:α|alpha)|Ha(?![\w])"),
    ("hb", rf"H{_I}(?:β|beta)|Hb(?![\w])"),
    ("hg", rf"H{_I}(?:γ|gamma)|Hg(?![\w])"),
    ("hd", rf"H{_I}(?:δ|delta)|Hd(?![\w])"),
    ("heps", rf"H{_I}(?:ε|epsilon)"),
    ("h8", r"H8(?!\w)"),
    ("h9", r"H9(?!\w)"),
    ("h10", r"H10(?!\w)"),
    ("he_ii", r"He[\s-]?(?:II|2)(?!\w)|ionized helium|ionised helium"),
    ("he_i", r"He[\s-]?(?:I|1)(?!\w)|neutral helium"),
    ("helium", r"helium"),
    ("oiii", r"\[?O[\s-]?III\]?(?!\w)"),
    ("oii", r"\[?O[\s-]?II\]?(?!\w)"),
    ("oi_6302", r"\[O[\s-]?I\]"),
    ("o_i_8449", r"O I(?!\w)"),
    ("nii", r"\[?N[\s-]?II\]?(?!\w)"),
    ("sii", r"\[?S[\s-]?II\]?(?!\w)"),
    ("neiii_3870", r"\[?Ne[\s-]?III\]?(?!\w)"),
    ("nebular", r"(?:nebular|forbidden)(?: emission)?(?: lines?)"),
    ("bowen", r"Bowen(?: blend)?(?:\s*\([^()]{0,40}\))?|N III[/ -]C III|C III[/ -]N III"),
    ("c_iv_5803", r"C[\s-]?IV(?!\w)"),
    ("n_iii_4642", r"N[\s-]?III(?!\w)"),
    ("c_iii_4649", r"C[\s-]?III\]?(?!\w)"),
    ("ca_triplet", r"Ca(?:[\s-]?II)? (?:IR |infrared |near-infrared |NIR )?triplet|CaT(?!\w)"
                   r"|calcium (?:II )?(?:infrared )?triplet|Ca II IRT"),
    ("ca_hk", r"Ca(?:[\s-]?II)? H ?(?:&|and|\+|/|,)? ?K(?: lines?)?(?!\w)|calcium H (?:and|&) K"),
    ("ca_k", r"Ca(?:[\s-]?II)? K(?!\w)"),
    ("ca_h", r"Ca II H(?!\w)"),
    ("ca_ii", r"Ca[\s-]?II(?!\w)"),
    ("ca_i_4228", r"Ca[\s-]?I(?!\w)"),
    ("na_8190", r"Na(?:[\s-]?I)?(?: doublet)? ?(?:at |near )?λ?(?:819\d|818\d)(?:\s?Å)?(?:[/,-] ?\d{4})?"),
    ("na_d", r"Na(?:[\s-]?I)? ?D(?:[12])?(?: lines?| doublet)?(?!\w)|sodium D(?: lines?| doublet)?"),
    ("na", r"Na[\s-]?I(?!\w)|sodium"),
    ("k_i_7701", r"K[\s-]I(?!\w)"),
    ("mg_b", r"Mg[\s-]?b(?: triplet)?(?!\w)|Mg[\s-]?I(?: b)?(?: triplet)?(?!\w)|magnesium triplet"),
    ("ba_ii_4555", r"Ba[\s-]?II(?!\w)"),
    ("sr_ii_4079", r"Sr[\s-]?II(?!\w)"),
    ("li_i_6710", r"Li[\s-]?I(?!\w)|lithium"),
    ("fe_ii_5170", r"Fe[\s-]?II(?!\w)"),
    ("c2", r"C2(?:[\s-]Swan)?(?:[\s-]bands?)?(?!\w)|Swan(?:[\s-]bands?)?(?: of C2)?"),
    ("ch", r"G[\s-]band(?: of CH)?(?: \(CH\))?|CH (?:G[\s-]?)?bands?|CH G[\s-]band|CH(?![\w-])"),
    ("cah2", r"CaH2(?!\w)"),
    ("cah3", r"CaH3(?!\w)"),
    ("cah", r"CaH1?(?!\w)"),
    ("caoh", r"CaOH"),
    ("mgh", r"MgH(?!\w)"),
    ("cn", r"CN(?!\w)"),
    ("tio5", r"TiO5(?!\w)"),
    ("tio", r"TiO(?!\w)|titanium oxide"),
    ("zro", r"ZrO(?!\w)|zirconium oxide"),
    ("lao", r"LaO(?!\w)"),
    ("vo", r"VO(?!\w)|vanadium oxide"),
    ("yo", r"YO(?!\w)"),
    ("h2o", r"H2O(?!\w)|water(?: vapou?r)? bands?"),
    ("co", r"CO(?: bands?)(?!\w)"),
    ("sic2", r"SiC2"),
    ("metals", r"metal(?:lic)?(?: absorption)? lines?|metals"),
    ("molecules", r"molecular(?: absorption)? (?:bands?|features?)"),
    ("humps", r"cyclotron(?: humps?| harmonics?)?"),
    ("telluric", r"telluric(?: absorption)?(?: bands?| lines?| features?)?"),
    ("join", r"arm[\s-](?:joins?|overlap|junction)|dichroic"),
    ("artefact", r"artefacts?|artifacts?|cosmic[\s-]rays?|glitch(?:es)?"),
    ("sky", r"sky(?:[\s-]line)? (?:residuals?|lines?|emission|subtraction)"),
    ("continuum", r"continuum(?: slope)?|spectral slope|SED(?!\w)|spectral energy distribution"),
    ("snr", r"S/N(?: ratio)?|SNR(?!\w)|signal-to-noise(?: ratio)?|signal to noise(?: ratio)?"),
)  # fmt: skip
"""What names a feature, the longer names first. A case matters: Ha is a line, ha a word."""

_CLASSES = (
    r"CVs?(?!\w)|cataclysmic variables?|dwarf nova[es]?|nova-?likes?|nova[es]?(?!\w)|polars?(?!\w)"
    r"|white dwarfs?|WDs?(?!\w)|D[ABCOQZ]V?s?(?: (?:white dwarfs?|stars?))?(?!\w)"
    r"|(?:carbon|C-rich|O-rich|oxygen-rich|C|CH|CN|Ba|barium|Be|S|S-type|B|A|F|G|K|M|O|WR|hot|cool"
    r"|late-type|early-type|Wolf-Rayet|symbiotic|flare|normal|T Tauri|young|active|other|FGK|dMe"
    r"|[BAFGKM]-type)[ -](?:stars?|binar(?:y|ies))"
    r"|Wolf-Rayets?|symbiotics?|quasars?|QSOs?|AGNs?|galax(?:y|ies)|supernova[es]?"
    r"|planetary nebula[es]?|H ?II regions?|(?:sub)?dwarfs?|(?:sub|super)?giants?|Miras?(?!\w)"
    r"|sd[OB]s?(?!\w)|BHBs?|[MKGFAB](?:-type)? (?:dwarfs?|giants?|supergiants?|stars?)"
    r"|Seyferts?|nebula[es]?(?! lines?)"
)

_WORDS: tuple[tuple[str, str], ...] = (
    ("comp", r"unlike|in contrast (?:to|with)|as opposed to|compared (?:to|with)|similar to"
             r"|(?:as|like) in|as (?:would|is|are|one|expected|seen)|like (?:those|that|an?|the)(?!\w)"
             r"|typical(?:ly)?(?: (?:of|for|in))?|characteristic(?:s|ally)?(?: of)?|reminiscent of"
             r"|resembl\w+|consistent with|expected|expect|usual(?:ly)?|generally|normally|often"
             r"|sometimes|would|should|could|can be|are known|is known|defin\w+|hallmarks?|signatures? of"
             r"|indicators?|criteri\w+|diagnostics?|key features?|distinguish\w*|rul(?:e|es|ed|ing) out"
             r"|exclud\w+|mistak\w+|confus\w+|mimic\w*|look-?alikes?|rather than|instead of|required?|requires"
             r"|needed|versus|vs\.?|than|relative to|ratio of|not just|not only|not necessarily"
             r"|due to|attributed? to|caused by|because of|explained by|belong\w*|if any|e\.g\.,? in"
             r"|assum\w+|suppos\w+|candidates?|whose|main|primary|secondary"),
    ("hedge", r"may(?: be)?|might|possibl[ye]|perhaps|maybe|potential(?:ly)?|probabl[ye]|likely"
              r"|unlikely|unclear|uncertain|ambiguous|unsure|not sure|hard to|difficult to|hints?"
              r"|suspect\w*|tentative(?:ly)?|questionable|cannot be (?:ruled|excluded)|either"
              r"|cannot (?:tell|say|determine|confirm|judge|assess|measure)|can't tell|not (?:clear|obvious)"
              r" (?:whether|if)|marginal(?:ly)?|borderline|almost|nearly|barely|partly"
              r"|not (?:measurable|covered)|outside|beyond|out of|below the noise|too noisy"
              r"|inconclusive|blend(?:ed|s)? with|contaminat\w+|seemingly"),
    ("plan", r"let(?:'s| me| us)|I(?:'ll| will| need| should| want| would| must| am going)"
             r"|we (?:will|need|should|want|must|can now)|will|need(?:s)? to|going to"
             r"|next|now check|look(?:ing)? (?:for|at|into|closer)|zoom(?:ing)?(?: in)?(?: on| into)?(?!ed)"
             r"|check(?:ing)?(?: for| on)?|examin(?:e|ing)|inspect(?:ing)?|verify(?:ing)?|investigat(?:e|ing)"
             r"|search(?:ing)? for|to (?:confirm|see|test|assess|determine|find|make|look)|focus(?:ing)? on"
             r"|target(?:ing)?|request\w*|view(?:ing)?|confirm whether|in order to|remains? to"
             r"|first|then I|I (?:first|then|also)"),
    ("cond", r"if|whether|unless|were|in case|provided|assuming|when|once|until|see whether"),
    ("break", r"but|however|while|whereas|although|though|yet|because|since|so|therefore|thus|hence"
              r"|nevertheless|despite|except|meanwhile"),
    ("absent", r"absent|missing|undetected|invisible|not there|lacking|non-existent|nowhere"),
    ("neg", r"no(?!\w)|not|n't|without|lacks?|lack of|absence of|lacking|neither|nor|never|none"
            r"|cannot|can't|don't|doesn't|isn't|aren't|didn't|devoid of|free of|fail(?:s|ed)? to|hardly"
            r"|zero|non"),
    ("sense+", r"emission|emitting|in[\s-]emission|emission[\s-]lines?"),
    ("sense-", r"absorption|absorbing|absorbed|absorption[\s-](?:lines?|bands?)|troughs?"),
    ("both", r"P[\s-]Cygni|emission core|filled[\s-]in|self-absorption|reversal"),
    ("broad", r"broad(?:ened|er)?|wide|Stark-broadened|very broad"),
    ("narrow", r"narrow|sharp|unresolved|thin"),
    ("double", r"double[\s-]peak(?:ed|s)?|double[\s-]horned|split"),
    ("strong", r"strong(?:ly)?|prominent|intense|deep|pronounced|conspicuous|dominant|dominat\w+"
               r"|striking|remarkable|significant(?:ly)?|well-developed|bright|obvious|huge|very strong"),
    ("weak", r"weak(?:ly)?|faint|shallow|slight(?:ly)?|small|minor|subtle|modest|moderate(?:ly)?"),
    ("seen", r"present|presence of|visible|detect(?:ed|able)?|seen|observed|evident|apparent|clear(?:ly)?"
             r"|noticeable|identif(?:ied|iable|y)|found|exists?|recogni[sz]able|discernible|detection of"
             r"|confirm(?:s|ed)|appears?|distinct"),
    ("show", r"shows?|showing|show|reveal(?:s|ing|ed)?|exhibit(?:s|ing|ed)?|display(?:s|ing|ed)?"
             r"|has|have|having|contain(?:s|ing)?|there (?:is|are)|see|sees|feature[sd]|detects?|presents?"
             r"|characteri[sz]ed by"),
    ("blue", r"blue|bluer|bluish|(?:rises?|rising|increas\w+) (?:steeply |strongly |toward(?:s)? |to )"
             r"{1,2}(?:the )?(?:blue|shorter wavelengths?)|hot"),
    ("red", r"red|redder|reddish|(?:rises?|rising|increas\w+) (?:steeply |strongly |toward(?:s)? |to )"
            r"{1,2}(?:the )?(?:red|longer wavelengths?)|cool"),
    ("flat", r"flat|featureless"),
    ("noisy", r"noisy|low(?:-quality)?|poor"),
    ("high", r"high|good|excellent"),
    ("key_ew", r"EWs?(?!\w)|W_?λ|equivalent widths?"),
    ("key_fwhm", r"FWHMs?(?!\w)|full width at half maximum|widths? of|line widths?"),
    ("key_other", r"ratios?|index|slope|depth|contrast|velocit(?:y|ies)|redshift|temperature|Teff"
                  r"|flux|z ?=|limits?"),
    ("sep", r"and|or|plus|with|&|as well as|along with|together with|accompanied by"),
    ("link", r"at|near|around|about|approximately|approx|roughly|of|in|is|are|was|λ|λλ|the|a|an|both"
             r"|lines?|bands?|bandheads?|heads?|features?|feature|edge|peaks?|doublet|triplet|region"
             r"|rest|vacuum|air|from|by|for|on|its|this|these|that|which|also|any|some|several|very"
             r"|quite|all|such|as|including|namely|e\.g\.|i\.e\.|to|sign|signs|evidence|trace|traces"
             r"|other|significant|head|here|find|either|single|additional|observable"),
)  # fmt: skip
"""Words by what they do in a sentence; the first that fits counts."""


def _compiled() -> tuple[re.Pattern[str], tuple[str, ...]]:
    parts, kinds = [], []

    def add(kind: str, pattern: str) -> None:
        parts.append(f"(?P<g{len(kinds)}>{pattern})")
        kinds.append(kind)

    add("class", rf"(?<!\w)(?:{_CLASSES})")
    for key, pattern in _NAMES:
        add(f"name:{key}", rf"(?<![\w\[])(?:{pattern})")
    for kind, pattern in _WORDS:
        add(kind, rf"(?<![\w])(?i:{pattern})(?!\w)")
    add("unit_a", r"(?:Å|[Aa]ngstr[oö]ms?|AA|A)(?![\w])")
    add("unit_v", r"km\s?/\s?s(?!\w)|km s\^?-1|kms-1|km\.s-1")
    add("unit_x", r"(?:K|kK|σ|sigma|%|per ?cent|mag|nm|eV|kpc|pc|times|pixels?)(?!\w)")
    add(
        "num",
        r"(?<![\w.])[-+~<>]{0,2}(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?=[Åσ%AK]?(?![\w])|km|-|\.)",
    )
    add("pm", r"±|\+/-|\+-")
    add("end", r"[.](?=\s|$)|[!;\n]|[.](?=[A-Z])")
    add("ask", r"\?")
    add("colon", r":")
    add("comma", r",")
    add("open", r"[(\[]")
    add("close", r"[)\]]")
    add("slash", r"/")
    add("word", r"[A-Za-zα-ωΑ-Ω]+(?:['-][A-Za-z]+){0,4}")
    add("sign", r"[<>~=-]")
    return re.compile("|".join(parts)), tuple(kinds)


_LEXER, _KINDS = _compiled()


def tokens(plain: Plain) -> list[Token]:
    """The tokens of a text in order; linear in its length."""
    return [_token(match) for match in _LEXER.finditer(plain.text)]


def _token(match: re.Match[str]) -> Token:
    kind = _KINDS[int((match.lastgroup or "g0")[1:])]
    token = Token(kind, match.group(), match.start(), match.end())
    if kind.startswith("name:"):
        return replace(token, kind="name", feature=_named(kind.removeprefix("name:")))
    if kind == "num":
        return replace(token, value=float(token.text.lstrip("+~<>-").replace(",", "")))
    return token


_MERGED = {
    "helium": Feature("helium", "He", "line", (5877.25, 6679.99, 4472.73, 7067.14, 4687.01)),
    "nebular": Feature("nebular", "Nebular lines", "line", (5008.24, 4960.29, 6718.29, 6732.68)),
    "ca_ii": Feature("ca_ii", "Ca II", "line", (3934.77, 3969.59, 8544.44, 8664.52, 8500.36)),
    "na": Feature("na", "Na I", "line", (5891.58, 5897.55)),
    "tio5": Feature("tio5", "TiO5", "band", (7132.0,)),
}
"""Names that stand for lines of several entries of the list, or for an index."""


def _named(key: str) -> Feature:
    return _MERGED.get(key) or features()[key]
