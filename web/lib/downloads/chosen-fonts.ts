import { readStorage } from '#web/lib/storage/local-storage.ts'
import { CHOSEN_FONTS } from './app-files.ts'

/** Returns the fonts that the reading settings name, for all books or for single ones. */
export function chosenFonts(): string[] {
  const settings = readStorage('readingSettings') ?? ''
  return CHOSEN_FONTS.filter((font) => settings.includes(`"${font}"`))
}
