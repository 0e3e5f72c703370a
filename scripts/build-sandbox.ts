import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { zipSync } from 'fflate'
import { build, type Plugin, type Rolldown } from 'vite'
import { DEFAULT_PALETTE } from '#contracts/site/palette.ts'
import type { SandboxTask } from '#server/media/sandbox/sandbox-message.ts'
import { runTask, startSandbox } from '#server/media/sandbox/sandbox-process.ts'
import { BUILT_SANDBOX, builtProgram, digestOf, SOURCE_PROGRAM, SOURCES } from '#server/media/sandbox/sandbox-program.ts'
import { removeAbandonedDrafts } from '#server/platform/embedded-postgres/remove-abandoned-drafts.ts'

/** Builds the sandbox process for untrusted files: one script, with V8 code compiled for each kind of task (docs/decisions/0051). */
const ROOT = join(import.meta.dirname, '..')
const sample = (name: string) => join(ROOT, 'demo/files', name)
const LIMITS = { workMs: 60_000, residentBytes: 2 ** 31 }

/** Native code is not bundled: it is loaded only by processes whose task needs it, since other processes have no permission to load it. */
const requireSharp: Plugin = {
  name: 'lectern:require-sharp',
  enforce: 'pre',
  resolveId: (id) => (id === 'sharp' ? '\0sharp' : undefined),
  load: (id) =>
    id === '\0sharp'
      ? `import { createRequire } from 'node:module'
         export default createRequire(import.meta.url)('sharp')`
      : undefined,
}

if (import.meta.main) await buildSandbox(process.argv[2] ?? BUILT_SANDBOX)

/**
 * Builds the sandbox process into a folder. Running servers use the previous build in the meantime, or the sources if there is no build.
 */
async function buildSandbox(target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true })
  await removeAbandonedDrafts(dirname(target))
  // The folder name contains the process id, since two builds can run at the same time.
  const folder = `${target}.${process.pid}.new`
  await mkdir(folder)
  const { code, moduleIds } = await bundle()
  await writeFile(join(folder, 'sandbox.cjs'), toFunction(code))
  await copyFile(SOURCE_PROGRAM.path.replace(/ts$/, 'cjs'), builtProgram(folder).path)
  for (const task of sampleTasks(folder)) await compile(folder, task)
  for (const name of ['preview.pdf', 'preview.mp3']) await rm(join(folder, name))
  await writeFile(join(folder, SOURCES), JSON.stringify(digestSources(moduleIds)))
  await rm(target, { recursive: true, force: true })
  await rename(folder, target).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY') throw error
    // Another process completed a build after this process removed the previous build; this build is discarded.
    await rm(folder, { recursive: true })
  })
}

async function bundle(): Promise<Rolldown.OutputChunk> {
  const { output } = (await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    resolve: { noExternal: true },
    // The check of pdf.js for a polyfill is replaced, since it would make Node load its entire fetch implementation.
    define: { 'Response.prototype.bytes': 'Function' },
    plugins: [requireSharp],
    build: {
      ssr: SOURCE_PROGRAM.path,
      write: false,
      target: 'node24',
      minify: true,
      rolldownOptions: { output: { format: 'cjs', codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput
  return output[0]
}

/** Wraps the code in a function with the module variables of Node. ASCII only, since V8 reads ASCII without decoding. */
function toFunction(code: string) {
  const escaped = code.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return `(function (require, __filename, exports = {}) {${escaped}\n})`
}

/** Runs a task, after which the sandbox process writes its compiled code, and checks that V8 accepts the code. */
async function compile(folder: string, task: SandboxTask) {
  const program = builtProgram(folder)
  const child = await startSandbox(task, { writable: folder, program, mode: 'compile' })
  await runTask(child, task, LIMITS)
  child.ref()
  child.disconnect()
  await once(child, 'exit')
  const checked = await startSandbox(task, { program, mode: 'check' })
  checked.kill('SIGKILL')
}

type WithoutKind<Task> = Task extends unknown ? Omit<Task, 'kind'> : never

/** Returns a task of each kind, with files of the demonstration. Output files are written to the folder. */
function sampleTasks(folder: string): SandboxTask[] {
  const path = sample('books/the-quiet-father.pdf')
  const epub = sample('books/the-quiet-father.epub')
  const cover = { content: readFileSync(sample('covers/the-quiet-father.webp')), type: 'image/webp' as const, pixelLimit: 40e6 }
  const subject = {
    shape: 'book' as const,
    title: 'The Quiet Father',
    by: 'Tapiwa Gumbo',
    label: 'Free',
    isFree: true,
    color: '#642735',
    cover: cover.content,
  }
  const logo = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="58"/>'
  const brand = { name: 'Lectern', logos: { onLight: logo, onDark: logo }, colors: DEFAULT_PALETTE }
  const recording = { path: sample('audio/men-who-ask-for-help.mp3'), type: 'audio/mpeg' }
  const tasks: { [Kind in SandboxTask['kind']]: WithoutKind<Extract<SandboxTask, { kind: Kind }>> } = {
    pdf: { path },
    'pdf-notice': { path },
    'repaired-pdf': { path, target: join(folder, 'repaired.pdf') },
    preview: { path, target: join(folder, 'preview.pdf') },
    'book-pages': { path },
    'page-texts': { path, pages: [1, 2, 3] },
    'book-reflow': { path },
    epub: { path: epub },
    'epub-text': { path: epub },
    'epub-pictures': { path: epub, names: ['EPUB/cover.jpg'] },
    'epub-preview': { path: epub, target: join(folder, 'preview.epub') },
    'pdf-epub': {
      path,
      target: join(folder, 'book.epub'),
      about: { id: 'urn:uuid:0', title: '', authors: [], rights: '', modified: new Date(), language: null },
    },
    'page-pictures': { path, page: 1, widths: [480, 720], format: 'avif' },
    audio: recording,
    'joined-recordings': { path: archiveOf(folder, recording.path), target: join(folder, 'joined.mp3'), scratch: join(folder, 'part.mp3') },
    'recording-preview': { ...recording, target: join(folder, 'preview.mp3') },
    transcript: { path: sample('transcripts/men-who-ask-for-help.vtt') },
    image: { ...cover, renditions: true },
    'share-picture': { subject, brand },
  }
  return Object.entries(tasks).map(([kind, task]) => ({ kind, ...task }) as SandboxTask)
}

/** Writes an archive that contains a recording twice. Returns its path. */
function archiveOf(folder: string, recording: string): string {
  const path = join(folder, 'recordings.zip')
  const content = readFileSync(recording)
  writeFileSync(path, zipSync({ 'one.mp3': content, 'two.mp3': content }, { level: 0 }))
  return path
}

/** Returns digests of the project's source files, and of the package.json files of the libraries, which contain their versions. */
function digestSources(moduleIds: string[]): Record<string, string> {
  const packages = (id: string) => /^.*node_modules\/(@[^/]+\/)?[^/]+\//.exec(id)?.[0]
  const files = moduleIds.filter((id) => id.startsWith(ROOT)).map((id) => (packages(id) ? `${packages(id)}package.json` : id))
  const paths = [...new Set(files)].map((file) => relative(ROOT, file)).toSorted()
  return Object.fromEntries(paths.map((path) => [path, digestOf(path)]))
}
