/** Options of `stator`, by their names in camel case, and what only this package knows. */
export interface StartOptions {
  /** Port to listen on; 0, the default, for any free one. */
  port?: number;
  host?: string;
  /** Directory of the data file; everything is in memory without it. */
  dbPath?: string;
  durability?: 'commit' | 'fsync' | 'relaxed';
  /** What selects a universe besides the path and the header. */
  isolation?: 'shared' | 'access-key' | 'account';
  consistency?: 'strong' | 'eventual';
  throttle?: 'off' | 'aws';
  hostile?: boolean | 'off' | 'mild' | 'rough' | 'brutal';
  /** File that declares controls, universes and tables. */
  laboratory?: string;
  snapshots?: string;
  seed?: number | bigint | string;
  /** The region that clients are given; 'us-east-1' unless said. The server answers for all. */
  region?: string;
  /** More arguments for the program. */
  args?: string[];
  /** The program's environment instead of this process's. */
  env?: NodeJS.ProcessEnv;
  /** Any other option, such as `tableDelayMs` for `--table-delay-ms`. */
  [option: string]: unknown;
}

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** What a client of the AWS SDK takes to reach the server. */
export interface ClientConfig {
  endpoint: string;
  region: string;
  credentials: Credentials;
}

export interface Server extends AsyncDisposable {
  /** The server's URL, such as `http://127.0.0.1:40123`. */
  readonly endpoint: string;
  readonly port: number;
  readonly pid: number;
  readonly region: string;
  readonly credentials: Credentials;
  /** For `new DynamoDBClient(...)`, in a universe of its own if one is named. */
  clientConfig(universe?: string): ClientConfig;
  /** The URL of a universe, or of the server. */
  endpointOf(universe?: string): string;
  /** The variables by which AWS SDKs that know `AWS_ENDPOINT_URL_DYNAMODB` find the server. */
  env(universe?: string): Record<string, string>;
  /** Ends the server; resolves once its port is free. */
  stop(): Promise<void>;
}

/**
 * Starts a server and resolves once it answers requests. It ends with this process, even when that
 * is killed. Rejects with the program's own sentence when it cannot start.
 */
export function start(options?: StartOptions): Promise<Server>;

/** Where the program is; throws when there is none for this platform. */
export function binaryPath(): string;
