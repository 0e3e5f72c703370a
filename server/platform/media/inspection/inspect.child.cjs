/**
 * Runs the built inspector with the code that V8 compiled for tasks of this kind when it was built (docs/decisions/0051). Plain JavaScript,
 * since removing types would take longer than all of this. `scripts/build-inspector.ts` copies it beside what it built.
 */
const { readFileSync, writeFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { join } = require('node:path')
const { constants, Script } = require('node:vm')

const [, , kind, mode] = process.argv
const filename = join(__dirname, 'inspect.cjs')
const compiled = join(__dirname, `${kind}.code`)
const cachedData = mode === 'compile' ? undefined : readFileSync(compiled)
const script = new Script(readFileSync(filename, 'latin1'), {
  filename,
  cachedData,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
})

// The build writes what a task compiled, and makes sure that it is taken. No process that opens a stranger's file may write here.
if (mode === 'compile') process.once('exit', () => writeFileSync(compiled, script.createCachedData()))
if (mode === 'check' && script.cachedDataRejected) process.exit(1)

script.runInThisContext()(createRequire(filename), filename)
