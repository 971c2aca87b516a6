// One process for all specs. Standard input: {"compiler": PATH, "documents": {ID: KSY}, "debug": BOOL}; the imports of
// every document are ids of others. Standard output: {"version": TEXT, "sources": {ID: PYTHON}, "errors": {ID: TEXT}}.
'use strict';

const fs = require('fs');

const request = JSON.parse(fs.readFileSync(0, 'utf8'));
const compiler = require(request.compiler);

// The compiler changes what it is given.
const copy = (tree) => JSON.parse(JSON.stringify(tree));

const importer = {
  importYaml(name) {
    const document = request.documents[name];
    return document === undefined ? Promise.reject(new Error(`no spec ${name}`)) : Promise.resolve(copy(document));
  },
};

// Scala's exceptions: what a failed assertion inside the compiler says is in the cause.
function message(error) {
  const cause = error && error.jl_Throwable__f_e;
  const text = String((error && (error.message || error.jl_Throwable__f_s)) || error);
  return cause && cause !== error ? `${text}: ${message(cause)}` : text;
}

(async () => {
  const sources = {};
  const errors = {};
  for (const id of Object.keys(request.documents)) {
    try {
      const files = await compiler.compile('python', copy(request.documents[id]), importer, request.debug);
      sources[id] = files[`${id}.py`];
      if (sources[id] === undefined) throw new Error(`nothing was made; only ${Object.keys(files).join(', ')}`);
    } catch (error) {
      errors[id] = message(error);
    }
  }
  process.stdout.write(JSON.stringify({ version: compiler.version, sources, errors }));
})();
