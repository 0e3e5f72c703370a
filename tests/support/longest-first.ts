import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest files, listed because a fresh checkout has no durations of its own. Browser tests start before the others. */
const LONGEST = [
  // Files that mostly wait start beside files that mostly compute.
  ...['e2e/viewer-corpus', 'lifecycle/embedded-postgres', 'e2e/accessibility', 'product/database-outage', 'e2e/every-page', 'crash/pages'],
  ...['e2e/paying', 'product/sweep', 'e2e/back-button', 'e2e/podcasts', 'e2e/publish-and-read', 'e2e/visitor', 'e2e/admin', 'crash/crash'],
  ...['api/corpus', 'demonstration/demonstration', 'lists/read-list', 'transfer/catalogue-transfer', 'books/books.routes'],
]
const PROJECTS = ['e2e', 'unit', 'unit-isolated']

/** Starts slow files of all projects first, so that no processor is idle at the end. */
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
