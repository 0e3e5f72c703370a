import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Slowest test files, listed because a fresh checkout has no recorded durations. Browser tests start first. */
const LONGEST = [
  // Test files that mostly wait, which start in parallel with files that mostly compute.
  ...[
    'product/documented-commands',
    'reading/viewer-corpus',
    'lifecycle/embedded-postgres',
    'site/accessibility',
    'product/database-outage',
    'site/every-page',
    'crash/pages',
  ],
  ...[
    'shop/paying',
    'product/sweep',
    'site/back-button',
    'listening/listening',
    'reading/publish-and-read',
    'catalogue/visitor',
    'admin/admin',
    'crash/crash',
  ],
  ...['api/corpus', 'demonstration/demonstration', 'lists/read-list', 'transfer/catalogue-transfer', 'books/books.routes'],
]
const PROJECTS = ['e2e', 'unit', 'unit-isolated']

/** Starts slow test files of all projects first, so that no processor is idle at the end. */
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
