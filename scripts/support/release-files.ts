const UNRELEASED = '## Unreleased\n'

/** Moves the unreleased changes of a changelog below a heading with the version and the date. */
export function releaseChangelog(text: string, version: string, date: string): string {
  const start = text.indexOf(UNRELEASED)
  const end = text.indexOf('\n## ', start + UNRELEASED.length)
  if (start < 0) throw new Error('CHANGELOG.md has no section “Unreleased”.')
  if (text.includes(`\n## ${version} `)) throw new Error(`CHANGELOG.md already describes ${version}.`)
  if (!text.slice(start + UNRELEASED.length, end < 0 ? undefined : end).trim()) throw new Error('CHANGELOG.md lists no unreleased changes.')
  return text.replace(UNRELEASED, `${UNRELEASED}\n## ${version} – ${date}\n`)
}

/** Replaces the version of the package itself, which is the first version in `package.json` and occurs twice in the lockfile. */
export function releasePackage(text: string, from: string, to: string): string {
  const { version, packages } = JSON.parse(text) as { version: string; packages?: Record<string, { version?: string }> }
  if (version !== from) throw new Error(`The version is ${version} instead of ${from}.`)
  const line = `"version": "${from}"`
  const once = text.replace(line, `"version": "${to}"`)
  return packages?.['']?.version === from ? once.replace(line, `"version": "${to}"`) : once
}
