import { existsSync } from 'node:fs'

/** Programs that the journeys in further engines start, and the packages of Debian that contain them */
export const PROGRAMS = {
  Firefox: { paths: ['/usr/bin/firefox-esr'], packages: ['firefox-esr'] },
  WebKit: { paths: ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'], packages: ['webkit2gtk-driver', 'xvfb'] },
} as const

export const isInstalled = (name: keyof typeof PROGRAMS) => PROGRAMS[name].paths.every((path) => existsSync(path))

/** Returns a line for each engine that is not installed, with the command that installs it. */
export function describeMissingEngines(): string[] {
  return Object.entries(PROGRAMS)
    .filter(([name]) => !isInstalled(name as keyof typeof PROGRAMS))
    .map(
      ([name, { packages }]) =>
        `${name} is not installed; its journeys are skipped. Install it with: apt-get install ${packages.join(' ')}`,
    )
}
