import { readFileSync } from 'node:fs'

export type DependencyRow = { name: string; upkeep: string; notes: string }

/** Reads the tables of docs/dependencies.md: one entry for each package of a row. */
export function readDependencyTable(): DependencyRow[] {
  return readFileSync('docs/dependencies.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => {
      const [, packages = '', , upkeep = '', notes = ''] = line.split('|').map((cell) => cell.trim())
      return [...packages.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ name, upkeep, notes }))
    })
}
