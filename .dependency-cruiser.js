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
const apart = (name, parent, { from = '[^/]+', to = '[^/]+' } = {}, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: `^${parent}/(${from})/`, pathNot: NO_TEST },
  to: { path: `^${parent}/${to}/`, pathNot: `^${parent}/$1/` },
})

/**
 * Rules, one for each row: the folders of a row import only the folders of earlier rows. A folder that is in no row neither imports its
 * siblings nor is imported by them.
 */
const inOrder = (name, parent, rows) => {
  const rule = (folders, allowed) => ({
    name,
    severity: 'error',
    comment: 'Folders import only the folders of earlier rows in .dependency-cruiser.js',
    from: { path: `^${parent}/(${folders})/`, pathNot: NO_TEST },
    to: { path: `^${parent}/[^/]+/`, pathNot: [`^${parent}/$1/`, ...allowed.map((folder) => `^${parent}/${folder}/`)] },
  })
  const unlisted = `(?!(?:${rows.flat().join('|')})/)[^/]+`
  return [...rows.map((row, index) => rule(row.join('|'), rows.slice(0, index).flat())), rule(unlisted, [])]
}

const PLATFORM = [
  ['csv', 'files', 'logging', 'process', 'xml', 'concurrency'],
  ['metrics', 'mail', 'embedded-postgres'],
  ['database', 'jobs'],
  ['audit', 'http', 'telemetry', 'outbox'],
  ['rate-limits', 'response-cache'],
  ['email-codes', 'lists', 'pages'],
]
const MEDIA = [['audio', 'pdf', 'store'], ['upload', 'delivery'], ['image', 'epub'], ['sandbox'], ['processing']]
const CATALOGUE = [
  ['items', 'indexnow'],
  ['books', 'podcasts', 'authors'],
  ['feeds', 'search', 'transfer'],
]
const ORDERS = [['attempts'], ['copies'], ['ledger'], ['checkout', 'payments'], ['admin']]
const SHOP = [['gateways', 'rates', 'entitlements'], ['receipts'], ['orders'], ['access', 'purchases'], ['personal-feeds']]
const VIEWER = [['input'], ['book'], ['paged', 'reflow'], ['shell']]

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    only('contracts-stand-alone', 'contracts/', []),
    only('site-knows-contracts', 'site/', ['contracts/'], 'Settings know contracts only'),
    only('demo-knows-contracts', 'demo/', ['contracts/'], 'The demonstration is data'),
    only('tools-apart', 'tools/', ['contracts/', 'site/', 'demo/'], 'Tools do not import the product'),

    only('server-without-web', 'server/', ['contracts/', 'site/', 'demo/']),
    {
      name: 'published-content-only',
      severity: 'error',
      comment:
        'The files of site/ contain what a new installation starts with. Code receives what the owner published, from boot/services.ts',
      from: {
        path: '^(server|web|scripts|site/art)/',
        pathNot: [NO_TEST, '^server/boot/(services|load-site-files).ts', '^scripts/support/'],
      },
      to: { path: '^site/', pathNot: ['^site/(art|files)/', '^site/contact-topics.ts', '^site/policies/(policies|policy-schema).ts'] },
    },
    only(
      'problems-known-to-all',
      'server/platform/problems.ts',
      ['contracts/'],
      'All code throws problems, so problems.ts imports nothing',
    ),
    only('platform-below-media', 'server/platform/', ['contracts/'], 'The platform knows nothing of the product'),
    only(
      'backup-below-domains',
      'server/backup/',
      ['contracts/', 'server/media/store/', 'server/platform/'],
      'A backup copies tables and files',
    ),
    ...inOrder('platform-in-order', 'server/platform', PLATFORM),
    only('media-below-domains', 'server/media/', ['contracts/', 'server/platform/', 'server/pdf-reflow/'], 'Media know no domain'),
    ...inOrder('media-in-order', 'server/media', MEDIA),
    {
      name: 'sandbox-without-store',
      severity: 'error',
      comment: 'The sandbox process runs the code of these folders, and has no access to the store',
      from: { path: '^server/media/(audio|epub|image|pdf)/', pathNot: NO_TEST },
      to: { path: '^server/media/store/' },
    },
    only('pdf-reflow-stands-alone', 'server/pdf-reflow/', ['contracts/'], 'The library knows its contracts only'),
    {
      name: 'pdf-reflow-one-entry',
      severity: 'error',
      comment:
        'reflow-book.ts is the entry of the library, placed-text.ts its input; the texts of pages share the rules of the other files',
      from: { pathNot: [NO_TEST, '^server/pdf-reflow/', '^tests/'] },
      to: { path: '^server/pdf-reflow/', pathNot: '^server/pdf-reflow/(reflow-book|placed-text|left-out|spaced-letters|vocabulary)\\.ts$' },
    },
    {
      name: 'domains-apart',
      severity: 'error',
      comment: 'Domains receive settings, and what they need of each other, as arguments from server/boot',
      from: { path: `^server/(${DOMAINS})/`, pathNot: NO_TEST },
      to: {
        path: `^(${TOP.join('|')})/`,
        pathNot: ['^contracts/', '^server/media/', '^server/platform/', '^server/product-directory\\.ts$', '^server/$1/'],
      },
    },
    {
      name: 'domains-have-one-entry',
      severity: 'error',
      comment: 'The wiring imports the entry of a domain, such as server/shop/shop.ts, and nothing else of it',
      from: { path: '^(server/boot|scripts)/', pathNot: NO_TEST },
      to: { path: `^server/(${DOMAINS})/`, pathNot: `^server/(${DOMAINS})/[^/]+\\.ts$` },
    },
    {
      name: 'entries-above-features',
      severity: 'error',
      comment: 'The entry of a domain opens its features',
      from: { path: `^server/(${DOMAINS})/[^/]+/`, pathNot: NO_TEST },
      to: { path: `^server/(${DOMAINS})/[^/]+\\.ts$` },
    },
    ...inOrder('catalogue-in-order', 'server/catalogue', CATALOGUE),
    ...inOrder('shop-in-order', 'server/shop', SHOP),
    apart('features-apart', 'server/(?:reading|listening|admin|site)'),
    apart('gateways-apart', 'server/shop/gateways'),
    ...inOrder('orders-in-order', 'server/shop/orders', ORDERS),

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
    ...inOrder('viewer-in-order', 'web/reading/viewer', VIEWER),
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
