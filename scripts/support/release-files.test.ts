import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import packageFile from '../../package.json' with { type: 'json' }
import { releaseChangelog, releasePackage } from './release-files.ts'

const CHANGELOG = '# Changelog\n\n## Unreleased\n\n### Fixed\n\n- A bug.\n\n## 0.1.0\n\nFirst version.\n'

test('a release moves the unreleased changes in the changelog below a heading with its version and date', () => {
  const released = releaseChangelog(CHANGELOG, '0.2.0', '2026-12-01')
  expect(released).toContain('## Unreleased\n\n## 0.2.0 – 2026-12-01\n\n### Fixed\n\n- A bug.\n\n## 0.1.0\n')
  expect(() => releaseChangelog(released, '0.3.0', '2026-12-02')).toThrow('no unreleased changes')
  const more = released.replace('## Unreleased\n', '## Unreleased\n\n- More.\n')
  expect(() => releaseChangelog(more, '0.2.0', '2026-12-02')).toThrow('already describes 0.2.0')
})

test('a release changes the version of the package, and of no dependency', () => {
  for (const path of ['package.json', 'package-lock.json']) {
    const text = readFileSync(path, 'utf8')
    const { version, packages, ...others } = JSON.parse(releasePackage(text, packageFile.version, '99.0.0'))
    const before = JSON.parse(text)
    expect(version).toBe('99.0.0')
    if (packages) expect(packages).toEqual({ ...before.packages, '': { ...before.packages[''], version: '99.0.0' } })
    expect(others).toEqual({ ...before, version: undefined, packages: undefined })
  }
})

test('package.json, lockfile, changelog and Kubernetes manifests have the same version', () => {
  const { version } = packageFile
  expect(JSON.parse(readFileSync('package-lock.json', 'utf8'))).toMatchObject({ version, packages: { '': { version } } })
  expect(readFileSync('CHANGELOG.md', 'utf8')).toMatch(new RegExp(`^## ${version.replaceAll('.', '\\.')}( |$)`, 'm'))
  const { images } = parse(readFileSync('deploy/kubernetes/kustomization.yaml', 'utf8')) as { images: { newTag: string }[] }
  expect(images[0]?.newTag).toBe(version)
})
