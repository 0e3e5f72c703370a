/** Returns the text in composed characters (NFC), the form in which texts are stored, so that texts that look the same are equal. */
export function normalizeText(text: string): string {
  // Nearly all text is ASCII, which is always in NFC.
  return /[^\0-\x7f]/.test(text) ? text.normalize('NFC') : text
}

/** Normalizes all text within a parsed body, query or form, in place, at any depth. */
export function normalizeTexts<Parsed extends object>(parsed: Parsed): Parsed {
  const nested: object[] = [parsed]
  for (let part = nested.pop(); part !== undefined; part = nested.pop()) {
    if (ArrayBuffer.isView(part)) continue
    const values = part as Record<string, unknown>
    for (const [name, value] of Object.entries(values)) {
      if (typeof value === 'string') values[name] = normalizeText(value)
      else if (typeof value === 'object' && value !== null) nested.push(value)
    }
  }
  return parsed
}
