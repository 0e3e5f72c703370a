/** What may import what. The map of the house is in ARCHITECTURE.md. */
const only = (name, from, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: '^(contracts|server|site|web|demo|art|scripts|tests|bench)/', pathNot: allowed },
})
const tests = '\\.test\\.tsx?$'

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    only('contracts-stand-alone', '^contracts/', '^contracts/', 'Contracts know nothing of the rest'),
    only('art-apart', '^art/', '^(art|contracts|site|demo)/', 'What draws pictures knows what they are about'),
    only('site-knows-contracts', '^site/', '^(site|contracts)/', 'Settings know contracts only'),
    only(
      'platform-below-features',
      '^server/platform/(?!.*\\.test\\.ts$)',
      '^(contracts/|server/platform/)',
      'The platform knows no feature',
    ),
    {
      name: 'features-apart',
      severity: 'error',
      comment: 'What a feature needs of another comes as an argument from services.ts',
      from: { path: '^server/features/([^/]+)/', pathNot: tests },
      to: { path: '^(server|site|web|demo|art|scripts|tests|bench)/', pathNot: '^server/(platform/|features/$1/)' },
    },
    only('server-without-web', '^server/(?!.*\\.test\\.ts$)', '^(contracts|server|site|demo)/', 'The server never imports pages'),
    only('web-without-server', '^web/(?!.*\\.test\\.tsx?$)', '^(web|contracts|site)/', 'Pages never import the server'),
    {
      name: 'web-features-apart',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/', pathNot: tests },
      to: { path: '^(server|web|demo|art|scripts|tests|bench)/', pathNot: '^web/(ui|lib|features/$1)/' },
    },
    only(
      'admin-kit-knows-no-noun',
      '^web/features/admin/kit/',
      '^(contracts|site|web/(ui|lib|features/admin/kit))/',
      'What lists, forms and uploads share in the admin area knows none of its nouns',
    ),
    only('ui-knows-no-noun', '^web/ui/', '^(web/(ui|lib)/)', 'Components of ui know no noun'),
    only('lib-below-ui', '^web/lib/', '^(web/lib/|contracts/)', 'lib is the ground floor of web'),
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
