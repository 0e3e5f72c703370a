import { readConfig } from '#server/config.ts'
import { loadSettingsFile } from '#server/platform/process/settings-file.ts'
import { findUnknownSettings } from '#server/unknown-settings.ts'

/** Exit code for an invalid setting, the same as when the server starts. */
const SETTINGS_EXIT_CODE = 78

/** Checks the settings before the running server is restarted: `lectern settings:check` */
try {
  loadSettingsFile(process.env)
  readConfig(process.env)
  for (const sentence of findUnknownSettings(process.env)) console.warn(sentence)
  console.log('The settings are valid.')
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = SETTINGS_EXIT_CODE
}
