/** Roles of the persons who made a book, by the words of forms and pages. The author in the role of the specification is a field of its own. */
export const CONTRIBUTOR_ROLES = ['author', 'editor', 'translator', 'illustrator', 'narrator', 'foreword'] as const
export type ContributorRole = (typeof CONTRIBUTOR_ROLES)[number]

/** Returns the names of the contributors in a role. */
export function namesIn(contributors: { name: string; role: ContributorRole }[], wanted: ContributorRole): string[] {
  return contributors.flatMap(({ name, role }) => (role === wanted ? [name] : []))
}
