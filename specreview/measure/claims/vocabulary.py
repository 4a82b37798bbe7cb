"""What is named and what is said: patterns over plain text, all of bounded repetition."""

_I = r"[\s-]?"
NAMES: tuple[tuple[str, str], ...] = (
    ("balmer_jump", r"Balmer (?:jump|discontinuity|break|edge|continuum)"),
    ("decrement", r"Balmer decrement"),
    ("balmer", r"(?:[Hh]ydrogen )?Balmer(?:[\s-]series)?|[Hh]ydrogen|H I(?![\w\]])"),
    ("ha", rf"H{_I}(?:α|alpha)|Ha(?![\w])"),
    ("hb", rf"H{_I}(?:β|beta)|Hb(?![\w])"),
    ("hg", rf"H{_I}(?:γ|gamma)|Hg(?![\w])"),
    ("hd", rf"H{_I}(?:δ|delta)|Hd(?![\w])"),
    ("heps", rf"H{_I}(?:ε|epsilon)"),
    ("h8", r"H8(?!\w)"),
    ("h9", r"H9(?!\w)"),
    ("h10", r"H10(?!\w)"),
    ("he_ii", r"He[\s-]?(?:II|2)(?!\w)|[Ii]onized helium|[Ii]onised helium"),
    ("he_i", r"He[\s-]?(?:I|1)(?!\w)|[Nn]eutral helium"),
    ("helium", r"helium"),
    ("oiii", r"\[?O[\s-]?III\]?(?!\w)"),
    ("oii", r"\[?O[\s-]?II\]?(?!\w)"),
    ("oi_6302", r"\[O[\s-]?I\]"),
    ("o_i_8449", r"O I(?!\w)"),
    ("nii", r"\[?N[\s-]?II\]?(?!\w)"),
    ("sii", r"\[?S[\s-]?II\]?(?!\w)"),
    ("neiii_3870", r"\[?Ne[\s-]?III\]?(?!\w)"),
    ("nebular", r"(?:nebular|forbidden)(?: emission)?(?: lines?)"),
    ("bowen", r"Bowen(?: blend)?(?:\s*\([^()]{0,40}\))?|(?:N III[/ -]C|C III[/ -]N) III"),
    ("c_iv_5803", r"C[\s-]?IV(?!\w)"),
    ("n_iii_4642", r"N[\s-]?III(?!\w)"),
    ("c_iii_4649", r"C[\s-]?III\]?(?!\w)"),
    ("ca_triplet", r"Ca(?:[\s-]?II)? (?:IR |infrared |near-infrared |NIR )?triplet|CaT(?!\w)"
                   r"|[Cc]alcium (?:II )?(?:infrared )?triplet|Ca II IRT"),
    ("ca_hk", r"(?:Ca(?:[\s-]?II)?|[Cc]alcium) H ?(?:&|and|\+|/|,)? ?K(?: lines?)?(?!\w)"),
    ("ca_k", r"Ca(?:[\s-]?II)? K(?!\w)"),
    ("ca_h", r"Ca II H(?!\w)"),
    ("ca_ii", r"Ca[\s-]?II(?!\w)"),
    ("ca_i_4228", r"Ca[\s-]?I(?!\w)"),
    ("na_8190", r"Na(?:[\s-]?I)?(?: doublet)? ?(?:at |near )?λ?81[89]\d(?:\s?Å)?(?:[/,-] ?\d{4})?"
                r"|Na[\s-]?I(?= (?:[a-z]{1,12} ){0,5}[(]?λ?81[89]\d)"),
    ("na_d", r"(?:Na(?:[\s-]?I)? ?D(?:[12])?|[Ss]odium D)(?: lines?| doublet)?(?!\w)"),
    ("na", r"Na[\s-]?I(?!\w)|[Ss]odium"),
    ("k_i_7701", r"K[\s-]I(?!\w)"),
    ("mg_b", r"Mg[\s-]?(?:b|I(?: b)?)(?: triplet)?(?!\w)|[Mm]agnesium triplet"),
    ("ba_ii_4555", r"Ba[\s-]?II(?!\w)"),
    ("sr_ii_4079", r"Sr[\s-]?II(?!\w)"),
    ("li_i_6710", r"Li[\s-]?I(?!\w)|[Ll]ithium"),
    ("fe_ii_5170", r"Fe[\s-]?II(?!\w)"),
    ("c2", r"C2(?:[\s-]Swan)?(?:[\s-]bands?)?(?!\w)|Swan(?:[\s-]bands?)?(?: of C2)?"),
    ("ch", r"G[\s-]band(?: of CH)?(?: \(CH\))?|CH (?:G[\s-]?)?bands?|CH G[\s-]band|CH(?![\w-])"),
    ("cah_excess", r"CaH[23] for this TiO5"),
    ("cah2", r"CaH2(?!\w)"),
    ("cah3", r"CaH3(?!\w)"),
    ("cah", r"CaH1?(?!\w)"),
    ("caoh", r"CaOH"),
    ("mgh", r"MgH(?!\w)"),
    ("cn", r"CN(?!\w)"),
    ("tio5", r"TiO5(?!\w)"),
    ("tio", r"TiO(?!\w)|[Tt]itanium oxide"),
    ("zro", r"ZrO(?!\w)|[Zz]irconium oxide"),
    ("lao", r"LaO(?!\w)"),
    ("vo", r"VO(?!\w)|[Vv]anadium oxide"),
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
    ("continuum", r"(?:spectrum|object|slope|colou?r|flux)(?= (?:is|looks|appears)"
                  r"(?: \w{1,9}ly| very| quite| overall)? (?:blue|red|flat))"
                  r"|flux(?= (?:\w{1,9}ly )?(?:ris|climb|increas))"),
    ("continuum", r"continuum(?: slope)?|spectral slope|SED(?!\w)|spectral energy distribution"),
    ("snr", r"noisy (?:spectrum|data)|spectrum is (?:very |quite |rather |extremely )?noisy"),
    ("snr", r"S/N(?: ratio)?|SNR(?!\w)|signal-to-noise(?: ratio)?|signal to noise(?: ratio)?"),
)  # fmt: skip
"""What names a feature, the longer names first. A case matters: Ha is a line, ha a word;
except in those of `ANY_CASE`."""

ANY_CASE = (
    "balmer_jump", "decrement", "helium", "nebular", "metals", "molecules", "humps", "telluric",
    "join", "artefact", "sky", "continuum", "snr",
)  # fmt: skip

CLASSES = r"""
    CVs?(?!\w)|WDs?(?!\w)|D[ABCOQZ]V?s?(?: (?:white dwarfs?|stars?))?(?!\w)|sd[OB]s?(?!\w)
    |BHBs?(?!\w)|QSOs?(?!\w)|AGNs?(?!\w)|H ?II regions?|Miras?(?!\w)
    |(?:C|CH|CN|Ba|Be|S|A|B|F|G|K|M|O|WR|FGK|dMe|[BAFGKMS]-type)
    [ -](?:stars?|dwarfs?|giants?|supergiants?|binar(?:y|ies))(?!\w)
    |(?i:cataclysmic variables?|dwarf nova[es]?|nova-?likes?|nova[es]?|polars?|white dwarfs?
    |(?:carbon|c-rich|o-rich|oxygen-rich|barium|hot|cool|late-type|early-type|wolf-rayet
    |symbiotic|flare|normal|t tauri|young|active|other)
    [ -](?:stars?|binar(?:y|ies))
    |wolf-rayets?|symbiotics?|quasars?|galax(?:y|ies)|supernova[es]?|planetary nebula[es]?
    |(?:sub)?dwarfs?|(?:sub|super)?giants?|seyferts?|nebula[es]?(?! lines?))(?!\w)
"""
"""Classes of objects: what is said of them is not said of this spectrum."""

WORDS: tuple[tuple[str, str], ...] = (
    ("word", r"""
        too (?:broad|wide|narrow)
    """),
    ("comp", r"""
        unlike|in contrast (?:to|with)|as opposed to|compar(?:e|es|ed|ing|ison)|similar to
        |(?:as|like) in|as (?:would|is|are|one|expected|seen)
        |as (?:it|they|these) (?:is|are|do|does)|like (?:those|that|an?|the)(?!\w)
        |typically|typical (?:of|for|in)
        |characteristics|characteristically|characteristic of
        |reminiscent of|resembl\w+|consistent with
        |usual(?:ly)?|generally|normally|often|sometimes
        |rul(?:e|es|ed|ing) out
        |exclud\w+|mistak\w+|confus\w+|mimic\w*|look-?alikes?|rather than|instead of
        |versus|vs\.?|than|relative to|ratio of|not just
        |not only|not necessarily|due to|attributed? to|caused by|because of
        |explained by|if any|e\.g\.,? in|whose
    """),
    ("hedge", r"""
        what|must|possibilit\w+|chances?|to (?:classify|decide|qualify)|are known|is known
        |defin\w+|hallmarks?|signatures? of|indicators?|criteri\w+
        |diagnostics?|key features?|distinguish\w*|required?|requires|needed|belong\w*
        |assum\w+|suppos\w+|candidates?|main|primary|secondary|marks? of
        |would|should|could
        |can be(?! (?:seen|identified|detected|found|made out|discerned|recogni[sz]ed))
        |expected|expect|may(?: be)?|might|possibl[ye]|perhaps
        |maybe|potential(?:ly)?|probabl[ye]|likely
        |unlikely|unclear|uncertain|ambiguous|unsure|not sure|hard to|difficult to
        |(?<!no )hints?|suspect\w*|tentative(?:ly)?|questionable|cannot be (?:ruled|excluded)
        |either|cannot (?:tell|say|determine|confirm|judge|assess|measure)|can't tell
        |not (?:clear|obvious) (?:whether|if)|marginal(?:ly)?|borderline|almost|nearly
        |[a-z]+-likes?|labels?|labell?ed|of interest|looks? like|looked like
        |at first(?: sight| glance)?|barely(?! \d)|far from|partly
        |not (?:measurable|covered)|outside
        |beyond (?:the )?(?:coverage|range|reach|limits?|doubt)|out of
        |below the noise|too noisy|inconclusive|blend(?:ed|s)? with|contaminat\w+|seemingly
    """),
    ("plan", r"""
        let(?:'s| me| us)|I(?:'ll| will| need| should| want| would| must| am going)
        |we (?:will|need|should|want|must|can now)|will|need(?:s)? to|going to|next
        |now check|look(?:ing)? (?:for|at|into|closer)|zoom(?:ing)? (?:in|into|on)
        |check(?:ing)?(?: for| on)?|examin(?:e|ing)|inspect(?:ing)?|verify(?:ing)?
        |investigat(?:e|ing)|search(?:ing)? for
        |to (?:confirm|see|test|assess|determine|find|make|look)|focus(?:ing)? on
        |target(?:ing)?|request\w*|viewing|confirm whether|in order to|remains? to
        |then I|I (?:first|then|also)
    """),
    ("cond", r"""
        if|unless|were|in case|provided|assuming|when|once|until
    """),
    ("plan", r"""
        whether|question is
    """),
    ("break", r"""
        but|however|while|whereas|although|though|yet|because|since|so|therefore|thus
        |hence|nevertheless|despite|except|meanwhile
    """),
    ("absent", r"""
        too (?:weak|faint|shallow) to (?:see|detect)
        |too (?:weak|faint|shallow) to be (?:seen|detected|visible|noticed|found|made out)
        |absent|missing|undetected|invisible|not there|lacking|non-existent|nowhere
    """),
    ("neg", r"""
        no(?!\w)|little (?:or|to) no|not|n't|without|lacks?|lack of|absence of|lacking
        |neither|nor|never
        |none|nothing(?! but)|cannot|can't|don't|doesn't|isn't|aren't|didn't|devoid of|free of
        |fail(?:s|ed)? to|hardly|zero|non
    """),
    ("sense+", r"""
        emm?iss?ion|emitting|in[\s-]emission|emission[\s-]lines?
    """),
    ("sense-", r"""
        absor[bp]tion|absorbing|absorbed|absorption[\s-](?:lines?|bands?)|troughs?
    """),
    ("both", r"""
        P[\s-]Cygni|emission core|filled[\s-]in|self-absorption|reversal
    """),
    ("broad", r"""
        broad(?:ened|er)?|wide|Stark-broadened|very broad
    """),
    ("narrow", r"""
        narrow|sharp|unresolved|(?:razor-)?thin
    """),
    ("double", r"""
        double[\s-]peak(?:ed|s)?|double[\s-]horned|split
    """),
    ("strong", r"""
        strong(?:ly)?|prominent|intense|deep|pronounced|conspicuous|dominant|dominat\w+
        |striking|remarkable|significant(?:ly)?|well-developed|bright|obvious|huge|powerful|mighty
        |very strong
    """),
    ("weak", r"""
        weak(?:ly)?|faint|shallow|slight(?:ly)?|small|minor|subtle|modest
        |moderate(?:ly)?
    """),
    ("seen", r"""
        present|presence of|visible|detect(?:ed|able)?|seen|observed|evident|apparent
        |clear(?:ly)?|noticeable|identif(?:ied|iable|y)|found|made out|discerned
        |strongest|shows? up|showing up|recogni[sz]ed|exists?|recogni[sz]able
        |discernible|detection of|confirm(?:s|ed)|appears?|distinct
    """),
    ("show", r"""
        shows?|showing|show|reveal(?:s|ing|ed)?|exhibit(?:s|ing|ed)?
        |display(?:s|ing|ed)?|has|have|having|contain(?:s|ing)?|there (?:is|are)|see
        |sees|feature[sd]|detects?|presents?|characteri[sz]ed by
    """),
    ("blue", r"""
        blue|bluer|bluish
        |(?:rises?|rising|climbs?|increas\w+)
        (?: steeply| strongly| steadily| toward(?:s)?| to){1,2}
        \s(?:the )?(?:blue|shorter wavelengths?)
        |decreas\w+ with wavelength|hot
    """),
    ("red", r"""
        red|redder|reddish
        |(?:rises?|rising|climbs?|increas\w+)
        (?: steeply| strongly| steadily| toward(?:s)?| to){1,2}
        \s(?:the )?(?:red|longer wavelengths?)
        |increas\w+ with wavelength|cool
    """),
    ("flat", r"""
        flat
    """),
    ("noisy", r"""
        noisy|low(?:-quality)?|poor
    """),
    ("high", r"""
        high|good|excellent
    """),
    ("key_ew", r"""
        EWs?(?!\w)|W_?λ|equivalent widths?
    """),
    ("key_fwhm", r"""
        FWHMs?(?!\w)|full width at half maximum|widths? of|line widths?
    """),
    ("key_other", r"""
        ratios?|index|slope|depth|contrast|velocit(?:y|ies)|redshift|temperature|Teff
        |flux|z ?=|limits?
    """),
    ("sep", r"""
        and|or|plus|with|&|as well as|along with|together with|accompanied by
    """),
    ("link", r"""
        at|near|around|about|approximately|approx|roughly|of|in|is|are|was|λ|λλ|the|a|an
        |both|lines?|bands?|bandheads?|heads?|features?|feature|edge|peaks?|doublet
        |triplet|region|rest|vacuum|air|from|by|for|on|its|this|these|that|which|also
        |any|some|several|very|quite|all|such|as|including|namely|e\.g\.|i\.e\.|to|sign
        |signs|evidence|trace|traces|other|significant|head|here|find|either|single
        |additional|observable|hints?|can be
    """),
)  # fmt: skip
"""Words by what they do in a sentence; the first that fits counts. Line ends are laid out only:
`joined` removes them."""


def joined(pattern: str) -> str:
    """A pattern written over several lines, as one."""
    return "".join(line.strip("\n").lstrip() for line in pattern.splitlines())
