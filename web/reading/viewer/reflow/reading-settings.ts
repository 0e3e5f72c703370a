import { createStoredValue } from '#web/lib/storage/local-storage.ts'

const stored = createStoredValue('readingSettings')

/** Possible values of the reading settings. */
export const CHOICES = {
  view: ['pages', 'text'],
  size: ['1', '2', '3', '4', '5'],
  spacing: ['close', 'normal', 'wide'],
  face: ['serif', 'sans'],
  ground: ['paper', 'sepia', 'night'],
} as const

export type ReadingSettings = { [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] }

const DEFAULTS: ReadingSettings = { view: 'pages', size: '2', spacing: 'normal', face: 'serif', ground: 'paper' }

/** Parses the stored reading settings. Missing and unknown values fall back to the defaults. */
export function parseSettings(text: string | null): ReadingSettings {
  let found: Partial<Record<string, unknown>> = {}
  try {
    found = Object(JSON.parse(text ?? '{}'))
  } catch {}
  const names = Object.keys(DEFAULTS) as (keyof ReadingSettings)[]
  const valid = names.filter((name) => (CHOICES[name] as readonly unknown[]).includes(found[name]))
  return { ...DEFAULTS, ...Object.fromEntries(valid.map((name) => [name, found[name]])) }
}

/** Returns the next larger or smaller text size. */
export function stepSize(size: ReadingSettings['size'], step: 1 | -1): ReadingSettings['size'] {
  return CHOICES.size[CHOICES.size.indexOf(size) + step] ?? size
}

export function changeSettings(changes: Partial<ReadingSettings>): void {
  stored.write(JSON.stringify({ ...parseSettings(stored.read()), ...changes }))
}

export const readSettings = (): ReadingSettings => parseSettings(stored.read())

export function useReadingSettings(): ReadingSettings {
  return parseSettings(stored.useValue())
}
