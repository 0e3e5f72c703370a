/** Names of the characters from U+00A0 to U+00FF in HTML 4, in order. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

const OTHERS =
  'amp & lt < gt > quot " apos \' OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ lrm \u200e rlm \u200f zwnj \u200c zwj \u200d ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger † Dagger ‡ bull • hellip … permil ‰ prime ′ Prime ″ lsaquo ‹ rsaquo › euro € trade ™ minus − larr ← uarr ↑ rarr → darr ↓ harr ↔ ne ≠ le ≤ ge ≥ asymp ≈ infin ∞ radic √ sum ∑ spades ♠ clubs ♣ hearts ♥ diams ♦'
const SPACES = ['ensp', 'emsp', 'thinsp']
/** Names of the Greek letters, in order. Only the final sigma has no capital. */
const GREEK =
  'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho Sigmaf Sigma Tau Upsilon Phi Chi Psi Omega'

const CHARACTERS = new Map([
  ...LATIN_1.split(' ').map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
  ...[...OTHERS.matchAll(/(\w+) (\S)/g)].map(([, name = '', character = '']): [string, string] => [name, character]),
  ...SPACES.map((name): [string, string] => [name, ' ']),
  ...GREEK.split(' ').flatMap((name, index): [string, string][] => [
    [name, String.fromCharCode(0x391 + index)],
    [name.toLowerCase(), String.fromCharCode(0x3b1 + index)],
  ]),
])

const REFERENCE = /&(?:#(\d{1,8})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z][a-zA-Z\d]{1,7}));/g

/** Decodes character references that end with a semicolon. Unknown names stay unchanged. */
export function decodeEntities(text: string): string {
  return text.replaceAll(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return CHARACTERS.get(name) ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    // As in HTML, numbers of control characters are those of Windows-1252: older editors write an apostrophe as `&#146;`.
    if (code >= 0x80 && code <= 0x9f) return new TextDecoder('windows-1252').decode(Uint8Array.of(code))
    return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code)
  })
}

/** Lists the character references in a line whose names are unknown, and which therefore stay as text. */
export function findUnknownReferences(line: string): string[] {
  return (line.match(REFERENCE) ?? []).filter((reference) => decodeEntities(reference) === reference)
}
