import { nameKey } from './name-key.ts'

/** Roles of the persons who made a book, by the words of forms and pages. The author in the role of the specification is a field of its own. */
export const CONTRIBUTOR_ROLES = ['author', 'editor', 'translator', 'illustrator', 'narrator', 'compiler', 'foreword'] as const
export type ContributorRole = (typeof CONTRIBUTOR_ROLES)[number]

/** Words before the names of the persons in a role */
export const CREDITS: Record<ContributorRole, string> = {
  author: 'With',
  editor: 'Edited by',
  translator: 'Translated by',
  illustrator: 'Illustrated by',
  narrator: 'Read by',
  compiler: 'Compiled by',
  foreword: 'Foreword by',
}

/** MARC codes of the roles (https://id.loc.gov/vocabulary/relators.html) */
export const RELATORS = {
  author: 'aut',
  editor: 'edt',
  translator: 'trl',
  illustrator: 'ill',
  narrator: 'nrt',
  compiler: 'com',
  foreword: 'aui',
} as const

type Contributors = { name: string; role: ContributorRole }[]

/** Returns the names of the contributors in a role. */
export function namesIn(contributors: Contributors, wanted: ContributorRole): string[] {
  return contributors.flatMap(({ name, role }) => (role === wanted ? [name] : []))
}

/** Returns the names of all authors of a book, beginning with the one that pages display. Each is named once, as in records of libraries. */
export function authorsOf({ author, contributors }: { author: string; contributors: Contributors }): string[] {
  const names = [author, ...namesIn(contributors, 'author')]
  return names.filter((name, index) => names.findIndex((other) => nameKey(other) === nameKey(name)) === index)
}

/** Groups the names of the contributors except authors: by the roles that a format names, and all others as `contributor`. */
export function groupByRole<Named extends ContributorRole>(contributors: Contributors, named: readonly Named[]) {
  const groups: { [Role in Named | 'contributor']?: string[] } = {}
  for (const { name, role } of contributors) {
    if (role === 'author') continue
    const group = named.find((each) => each === role) ?? 'contributor'
    groups[group] = [...(groups[group] ?? []), name]
  }
  return groups
}
