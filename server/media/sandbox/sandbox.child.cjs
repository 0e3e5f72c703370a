/**
 * Runs the built sandbox program with V8's code cache, which the build created for tasks of this kind (docs/decisions/0051). This file is
 * plain JavaScript, since removing types would take longer than the rest. `scripts/build-sandbox.ts` copies it beside the built program.
 */
const { readFileSync, writeFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { join } = require('node:path')
const { constants, Script } = require('node:vm')

const [, , kind, mode] = process.argv
const filename = join(__dirname, 'sandbox.cjs')
const compiled = join(__dirname, `${kind}.code`)
const cachedData = mode === 'compile' ? undefined : readFileSync(compiled)
const script = new Script(readFileSync(filename, 'latin1'), {
  filename,
  cachedData,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
})

// The build writes the code cache of a task and checks that V8 accepts it. Processes that open untrusted files can't write here.
if (mode === 'compile') process.once('exit', () => writeFileSync(compiled, script.createCachedData()))
if (mode === 'check' && script.cachedDataRejected) process.exit(1)

script.runInThisContext()(createRequire(filename), filename)
