import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest files, listed since a new checkout has no durations of its own. Browser tests go before the others. */
const LONGEST = [
  // What mostly waits begins beside what mostly computes.
  ...['e2e/viewer-corpus', 'lifecycle/embedded-postgres', 'e2e/paying', 'e2e/podcasts', 'product/database-outage', 'e2e/admin'],
  ...['e2e/admin-stale-edits', 'e2e/every-page', 'product/sweep', 'e2e/list-shapes', 'e2e/visitor', 'e2e/authors-and-contact'],
  ...['server/api.corpus', 'demonstration/demonstration', 'books/books.routes', 'catalogue-transfer/catalogue-transfer'],
]
const PROJECTS = ['e2e', 'unit', 'unit-isolated']

/** Starts slow files first, of all projects together, so that no processor is idle at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const turn = ({ moduleId, project }: TestSpecification) => {
      const long = LONGEST.findIndex((name) => moduleId.endsWith(`${name}.test.ts`))
      return [PROJECTS.indexOf(project.name), long < 0 ? LONGEST.length : long] as const
    }
    return sorted.toSorted((one, other) => turn(one)[0] - turn(other)[0] || turn(one)[1] - turn(other)[1])
  }
}
