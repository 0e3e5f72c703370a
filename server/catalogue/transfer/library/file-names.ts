/** Characters that FAT and exFAT reserve, those that end a path in a URL or begin an escape in it, and invisible ones that disguise a name. */
const UNSAFE = /[\\/:*?"<>|#%\p{Cc}\p{Co}\p{Cn}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+/gu
/** Names of devices, which Windows refuses with any extension */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])$/i
/** Largest parts of a name, in UTF-16 units and in bytes of UTF-8, so that every file system takes it with a suffix and an extension */
const TITLE = { units: 80, bytes: 110 }
const PERSON = { units: 40, bytes: 60 }

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const encoder = new TextEncoder()

/** Returns the readable beginning of a file name, such as `Sow in Season - Tapiwa Gumbo`, which FAT, exFAT and URLs accept. */
export function readableName(title: string, person = ''): string {
  const name = [cut(clean(title), TITLE) || 'Untitled', cut(clean(person), PERSON)].filter(Boolean).join(' - ')
  const [base = ''] = name.split('.', 1)
  return DEVICE.test(base.trim()) ? `_${name}` : name
}

function clean(text: string): string {
  return trim(
    text
      .toWellFormed()
      .normalize('NFC')
      .replaceAll(/:\s/g, ' - ')
      // Old devices don't know typographic signs, which are in many titles.
      .replaceAll(/["“”„«»‘’‚ʼ]/g, "'")
      .replaceAll(/[\\/|‐‑–—]/g, '-')
      .replaceAll('…', '...')
      // Emoji are outside of the characters that FAT had first, and some tools still drop them from names.
      .replaceAll(/(?:\p{Emoji_Presentation}|\p{Emoji}\ufe0f)[\u200d\u20e3\ufe0f\p{Emoji_Modifier}]*/gu, ' ')
      .replaceAll(UNSAFE, ' ')
      .replaceAll(/\s+/gu, ' '),
  )
}

/** Windows drops spaces and dots at the end of a name. Names that begin with a dot are hidden, and those with a hyphen are read as options. */
function trim(text: string): string {
  return /[^\s.\-~](?:.*[^\s.])?/su.exec(text)?.[0] ?? ''
}

function cut(text: string, { units, bytes }: { units: number; bytes: number }): string {
  let kept = ''
  for (const { segment } of graphemes.segment(text)) {
    const longer = kept + segment
    if (longer.length > units || encoder.encode(longer).length > bytes) break
    kept = longer
  }
  return trim(kept)
}

/** Form in which names are compared: FAT ignores case, and systems differ in how they normalize letters. */
export function nameForm(name: string): string {
  return name.normalize('NFKC').toUpperCase().normalize('NFKC')
}

/**
 * Creates the function that chooses the names of files in a folder, each different from all others without regard to case. A name that is
 * taken gets the end of the item's id, so that it does not depend on how many items have the name.
 * @param taken names of other files in the folder
 */
export function createNames(taken: Iterable<string> = []) {
  const used = new Set(Array.from(taken, nameForm))
  return (name: string, ending: string, id: string): string => {
    const end = id.replaceAll(/[^\da-z]/gi, '')
    const candidates = [`${name}${ending}`, `${name} (${end.slice(-6)})${ending}`, `${name} (${end})${ending}`]
    const free = candidates.find((candidate) => !used.has(nameForm(candidate)))
    if (!free) throw new Error(`No file name is left for ${id}`)
    used.add(nameForm(free))
    return free
  }
}
