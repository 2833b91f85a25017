// The source of an import or a bulk operation: a bucket, and the format of its objects.
import { Choose, Field } from '../../parts/basic';

export interface Source { bucket: string; prefix: string; format: string; compression: string }

const COMPRESSIONS: [string, string][] = [['NONE', 'none'], ['GZIP', 'gzip'], ['ZSTD', 'Zstandard']];
export const FORMATS: [string, string][] = [['DYNAMODB_JSON', 'DynamoDB JSON'], ['ION', 'Amazon Ion']];

export function SourceFields({ value, onChange, formats }: { value: Source; onChange: (part: Partial<Source>) => void; formats: [string, string][] }): JSX.Element {
  return (
    <>
      <div className="row end">
        <Field label="Bucket" value={value.bucket} mono autoFocus hint="a folder of --s3-dir" onChange={(bucket) => onChange({ bucket })} />
        <Field label="Objects that begin with" value={value.prefix} mono hint="all unless given" onChange={(prefix) => onChange({ prefix })} />
      </div>
      <div className="row end">
        <Choose label="Format" value={value.format} options={formats} onChange={(format) => onChange({ format })} />
        <Choose label="Compression" value={value.compression} options={COMPRESSIONS} onChange={(compression) => onChange({ compression })} />
      </div>
    </>
  );
}
