import { SettingsError } from '#server/platform/problems.ts'

/**
 * Loads the files in `site/`, which belong to the version of the product. Called before other modules import them, since they may be those
 * of another version. @throws SettingsError that names the file, and each invalid field
 */
export async function loadSiteFiles(): Promise<void> {
  try {
    await import('#site/default-content.ts')
  } catch (cause) {
    const { message, stack = '' } = cause as Error
    // Only the stack of a syntax error names the file.
    const [place] = cause instanceof SyntaxError ? (/site\/\S+:\d+/.exec(stack) ?? []) : []
    const reason = place ? `${place}: ${message}` : message
    const remedy =
      'Restore the files of this version; texts and settings of a site are edited in the admin area (docs/configuration.md#site).'
    throw new SettingsError(`The files in site/ are not those of this version.\n${reason}\n${remedy}`, { cause })
  }
}
