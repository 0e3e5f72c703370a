import { existsSync } from 'node:fs'

const PROGRAMS = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Without network traffic of its own, also as root */
export const CHROMIUM_OPTIONS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--mute-audio',
  '--autoplay-policy=no-user-gesture-required',
  // Most code runs a few times on a page that is soon closed, so unoptimized machine code is fastest.
  '--js-flags=--always-sparkplug',
]

/** Program that runs the browser tests. `npm test` installs one where there is none. */
export function chromiumPath(): string {
  return PROGRAMS.find((candidate) => candidate && existsSync(candidate)) ?? 'chromium'
}
