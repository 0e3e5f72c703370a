/** Import rules, with an overview in ARCHITECTURE.md. `scripts/check-boundaries.test.ts` breaks each rule once. */
const TOP = ['contracts', 'server', 'site', 'web', 'demo', 'tools', 'scripts', 'tests', 'lab']
const DOMAINS = 'catalogue|reading|listening|shop|admin|site'
const NO_TEST = '\\.test\\.tsx?$'

/** Rule: the folder imports only itself and the allowed folders of this repository. */
const only = (name, folder, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: `^${folder}`, pathNot: NO_TEST },
  to: { path: `^(${TOP.join('|')})/`, pathNot: [folder, ...allowed].map((path) => `^${path}`) },
})

/** Rule: the folder does not import its sibling folders. `$1` is the folder's name. */
const apart = (name, parent, { from = '[^/]+', to = '[^/]+', except = [] } = {}, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: `^${parent}/(${from})/`, pathNot: NO_TEST },
  to: { path: `^${parent}/${to}/`, pathNot: [`^${parent}/$1/`, ...except.map((path) => `^${parent}/${path}/`)] },
})

/** Rules for the subfolders of a layer and the subfolders that each may import. Files directly in the layer may be imported by all. */
const subfolderRules = (layer, prefix, table, below = []) =>
  Object.entries(table).map(([subfolder, allowed]) =>
    only(`${prefix}-${subfolder.replaceAll('/', '-')}`, `${layer}/${subfolder}/`, [
      'contracts/',
      `${layer}/[^/]+\\.ts$`,
      ...below,
      ...allowed.map((name) => (name.includes('server/') ? name : `${layer}/${name}/`)),
    ]),
  )

const PLATFORM = {
  csv: [],
  files: [],
  logging: [],
  metrics: ['concurrency'],
  telemetry: ['concurrency', 'database'],
  process: [],
  xml: [],
  concurrency: [],
  'response-cache': ['concurrency', 'http'],
  mail: ['files'],
  jobs: ['concurrency', 'logging', 'metrics'],
  'embedded-postgres': ['files', 'process'],
  database: ['concurrency', 'embedded-postgres'],
  audit: ['database'],
  http: ['concurrency', 'database', 'files', 'logging'],
  'rate-limits': ['concurrency', 'database', 'http'],
  'email-codes': ['database', 'http', 'mail', 'rate-limits'],
  lists: ['concurrency', 'database', 'http', 'response-cache'],
  pages: ['concurrency', 'http', 'response-cache'],
  // A backup reads the media store, too.
  backup: ['database', 'files', 'server/media/store/'],
}
const platformRules = subfolderRules('server/platform', 'platform', PLATFORM)

const MEDIA = {
  store: [],
  delivery: ['store'],
  upload: ['store'],
  // The sandbox process runs the code of these three folders.
  image: ['upload'],
  pdf: ['server/pdf-reflow/'],
  audio: [],
  sandbox: ['audio', 'image', 'pdf'],
  processing: ['audio', 'image', 'pdf', 'sandbox', 'store', 'upload'],
}
const mediaRules = subfolderRules('server/media', 'media', MEDIA, ['server/platform/'])

const VIEWER = {
  shell: ['paged', 'reflow', 'book', 'input'],
  paged: ['book', 'input'],
  reflow: ['book', 'input'],
  book: ['input'],
  input: [],
}
const viewerRules = subfolderRules('web/reading/viewer', 'viewer', VIEWER, ['web/lib/', 'web/ui/'])

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    only('contracts-stand-alone', 'contracts/', []),
    only('site-knows-contracts', 'site/', ['contracts/'], 'Settings know contracts only'),
    only('demo-knows-contracts', 'demo/', ['contracts/'], 'The demonstration is data'),
    only('tools-apart', 'tools/', ['contracts/', 'site/', 'demo/'], 'Tools do not import the product'),

    only('server-without-web', 'server/', ['contracts/', 'site/', 'demo/']),
    only(
      'problems-known-to-all',
      'server/platform/problems.ts',
      ['contracts/'],
      'All code throws problems, so problems.ts imports nothing',
    ),
    only('platform-below-media', 'server/platform/', ['contracts/', 'server/media/store/'], 'The platform knows nothing of the product'),
    ...platformRules,
    ...mediaRules,
    only('pdf-reflow-stands-alone', 'server/pdf-reflow/', ['contracts/'], 'The library knows its contracts only'),
    {
      name: 'pdf-reflow-one-entry',
      severity: 'error',
      comment: 'reflow-book.ts is the entry of the library, placed-text.ts its input',
      from: { pathNot: [NO_TEST, '^server/pdf-reflow/', '^tests/'] },
      to: { path: '^server/pdf-reflow/', pathNot: '^server/pdf-reflow/(reflow-book|placed-text)\\.ts$' },
    },
    only(
      'domains-know-media',
      `server/(${DOMAINS})/`,
      ['contracts/', 'server/media/', 'server/platform/'],
      'Settings and the demonstration come as arguments from server/boot',
    ),
    {
      name: 'domains-apart',
      severity: 'error',
      comment: 'Domains receive what they need of each other as arguments from server/boot',
      from: { path: `^server/(${DOMAINS})/`, pathNot: NO_TEST },
      to: { path: `^server/(${DOMAINS})/`, pathNot: '^server/$1/' },
    },
    apart(
      'catalogue-features-apart',
      'server/catalogue',
      { except: ['items'] },
      'The lifecycle that all items share is in items; books, podcasts and authors declare their differences',
    ),
    apart('items-below-kinds', 'server/catalogue', { from: 'items' }, 'Items do not import books, podcasts or authors'),
    apart('shop-features-apart', 'server/shop', { except: ['gateways'] }, 'Features of the shop receive each other as arguments'),
    apart('gateways-below-shop', 'server/shop', { from: 'gateways' }, 'Gateways do not import orders'),
    apart('gateways-apart', 'server/shop/gateways'),
    apart('admin-features-apart', 'server/admin'),
    apart(
      'checkout-payments-apart',
      'server/shop/orders',
      { from: 'checkout|payments', to: '(checkout|payments|admin)' },
      'Checkout and payments do not import each other; open-orders.ts connects them',
    ),

    only('web-without-server', 'web/', ['contracts/', 'site/'], 'Pages request the API'),
    only('lib-below-ui', 'web/lib/', ['contracts/']),
    only('ui-knows-no-noun', 'web/ui/', ['web/lib/']),
    {
      name: 'web-features-apart',
      severity: 'error',
      from: { path: `^web/(${DOMAINS})/([^/]+)/`, pathNot: [NO_TEST, '^web/admin/'] },
      to: { path: `^web/(${DOMAINS})/`, pathNot: '^web/$1/$2/' },
    },
    only('web-domains-below-routes', `web/(${DOMAINS})/`, ['contracts/', 'site/', 'web/lib/', 'web/ui/', `web/(${DOMAINS})/`]),
    only('admin-apart', 'web/admin/', ['contracts/', 'site/', 'web/lib/', 'web/ui/'], 'Visitors load nothing of the admin area'),
    ...viewerRules,
    {
      name: 'ui-never-fetches',
      severity: 'error',
      comment: 'Data arrives by props',
      from: { path: '^web/ui/', pathNot: NO_TEST },
      to: { path: '^web/lib/api/(api|browser-api)\\.ts$' },
    },
    apart('admin-kit-knows-no-noun', 'web/admin', { from: 'kit' }, 'The kit does not import the features of the admin area'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    moduleSystems: ['es6'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
}
