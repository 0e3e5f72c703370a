import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/platform/database/database.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { makeTempFolder } from './temp-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string
    /** Data folder to copy, with a stopped, migrated and empty PostgreSQL; an empty string if the tests use an external PostgreSQL */
    dataFolder: string
    /** Folder in which the first worker that needs the catalogue of the shared site publishes it */
    catalogueFolder: string
  }
}

export const TEMPLATE = 'template_lectern'

declare global {
  var databaseServer: ReturnType<typeof start> | undefined
}

/**
 * Starts one PostgreSQL for all test projects that need a database, with a migrated template database and a data folder, which test files
 * copy.
 */
export default async function setup(project: TestProject) {
  globalThis.databaseServer ??= start()
  const { url, dataFolder, catalogueFolder, stop } = await globalThis.databaseServer
  project.provide('databaseServer', url)
  project.provide('dataFolder', dataFolder)
  project.provide('catalogueFolder', catalogueFolder)
  return stop
}

async function start() {
  const [ready, folder, catalogueFolder] = [await makeTempFolder(), await makeTempFolder(), await makeTempFolder()]
  // Closing the database stops the server, so that its files are consistent.
  await (await openDatabase({ dataDir: ready, poolSize: 2 })).close()
  await promisify(execFile)('cp', ['-a', `${ready}/.`, folder])
  const server = await startEmbeddedPostgres(folder)
  // Durability settings are disabled, since test data need not survive a crash of the machine.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await query(server.adminUrl, `alter system set ${setting} = off`)
  await query(server.adminUrl, 'select pg_reload_conf()')
  await query(server.adminUrl, `create database ${TEMPLATE}`)
  const template = await openDatabase({ url: databaseUrl(server.adminUrl, TEMPLATE), dataDir: folder, poolSize: 2 })
  await template.close()
  let stopped: Promise<void> | undefined
  async function stop() {
    await server.stop()
    for (const each of [ready, folder, catalogueFolder]) await rm(each, { recursive: true, force: true })
  }
  return {
    url: server.adminUrl,
    catalogueFolder,
    dataFolder: existsSync(join(ready, 'postgres')) ? ready : '',
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

export function databaseUrl(server: string, name: string) {
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

/** Returns the result rows of a statement. */
export async function query(url: string, text: string): Promise<object[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows ?? []
  } finally {
    await client.end()
  }
}
