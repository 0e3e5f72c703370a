import { readConfig } from '#server/config.ts'
import { loadSettingsFile } from '#server/platform/process/settings-file.ts'

/** Exit code of an invalid setting, as at a start of the app. */
const SETTINGS_EXIT_CODE = 78

/** Checks the settings without a start, before the running app is restarted: `lectern settings:check` */
try {
  loadSettingsFile(process.env)
  readConfig(process.env)
  console.log('The settings are valid.')
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = SETTINGS_EXIT_CODE
}
