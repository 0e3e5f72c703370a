import { loadSiteFiles } from '#server/boot/load-site-files.ts'
import { readConfig } from '#server/config.ts'
import { SETTINGS_EXIT_CODE } from '#server/platform/problems.ts'
import { loadSettingsFile } from '#server/platform/process/settings-file.ts'
import { findUnknownSettings } from '#server/unknown-settings.ts'

/** Checks the settings, and the files in `site/`, before the running server is restarted: `lectern settings:check` */
try {
  loadSettingsFile(process.env)
  readConfig(process.env)
  await loadSiteFiles()
  for (const sentence of findUnknownSettings(process.env)) console.warn(sentence)
  console.log('The settings are valid.')
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = SETTINGS_EXIT_CODE
}
