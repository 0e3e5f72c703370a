import { existsSync } from 'node:fs'

const PROGRAMS = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Chromium options that prevent network traffic of the browser itself, and allow running as root */
export const CHROMIUM_OPTIONS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--mute-audio',
  '--autoplay-policy=no-user-gesture-required',
  // Code is compiled without optimization: optimizing takes longer than it saves, because most code runs only a few times on a page that is
  // soon closed.
  '--js-flags=--always-sparkplug',
]

/** Returns the path of the browser for the tests. `npm test` installs a browser if none is found. */
export function chromiumPath(): string {
  return PROGRAMS.find((candidate) => candidate && existsSync(candidate)) ?? 'chromium'
}
