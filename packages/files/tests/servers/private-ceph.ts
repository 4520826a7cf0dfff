import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ObjectStore } from "./object-store.ts"
import { freePorts, runProgram, ServerProcess, waitForPort } from "./server-process.ts"

/** The smallest Ceph with the protocol of S3: a monitor, a store on a file, and the gateway. */
export class PrivateCeph implements ObjectStore {
  readonly name = "radosgw"
  readonly url: string
  readonly #folder: string
  readonly #gateway: ServerProcess
  readonly #others: readonly ServerProcess[]
  readonly #port: number

  private constructor(
    folder: string,
    port: number,
    gateway: ServerProcess,
    others: readonly ServerProcess[],
  ) {
    this.#folder = folder
    this.#port = port
    this.#gateway = gateway
    this.#others = others
    this.url = `s3://testkey:testsecret@127.0.0.1:${port}/files/app?region=default`
  }

  /** Starts it on free ports. */
  static async start(): Promise<PrivateCeph> {
    const folder = mkdtempSync(join(tmpdir(), "trivet-ceph-"))
    const [port, mon, monOld] = (await freePorts(3)) as [number, number, number]
    const address = `[v2:127.0.0.1:${mon},v1:127.0.0.1:${monOld}]`
    const fsid = crypto.randomUUID()
    const conf = join(folder, "ceph.conf")
    for (const name of ["mon", "osd", "run"]) mkdirSync(join(folder, name))
    writeFileSync(conf, configuration(folder, fsid, address))
    const as = (name: string) => ["-c", conf, "-n", name]
    const server = (program: string, name: string, ...more: string[]) =>
      new ServerProcess(program, [...as(name), "-f", ...more], join(folder, `${program}.log`))
    const map = join(folder, "monmap")
    await runProgram("monmaptool", ["--create", "--addv", "a", address, "--fsid", fsid, map])
    await runProgram("ceph-mon", [...as("mon.a"), "--mkfs", "--monmap", map])
    const monitor = server("ceph-mon", "mon.a")
    monitor.start()
    await waitForPort(mon, monitor)
    const osd = crypto.randomUUID()
    await runProgram("ceph", [...as("client.admin"), "osd", "new", osd])
    await runProgram("ceph-osd", [...as("osd.0"), "--mkfs", "--osd-uuid", osd])
    const disk = server("ceph-osd", "osd.0")
    disk.start()
    const user = ["--uid=test", "--display-name=test", "--access-key=testkey", "--secret=testsecret"]
    await runProgram("radosgw-admin", [...as("client.admin"), "user", "create", ...user])
    const gateway = server("radosgw", "client.rgw.a", `--rgw-frontends=beast endpoint=127.0.0.1:${port}`)
    gateway.start()
    await waitForPort(port, gateway)
    return new PrivateCeph(folder, port, gateway, [disk, monitor])
  }

  async restart(): Promise<void> {
    this.#gateway.start()
    await waitForPort(this.#port, this.#gateway)
  }

  kill(): Promise<void> {
    return this.#gateway.stop()
  }

  freeze(): void {
    this.#gateway.freeze()
  }

  thaw(): void {
    this.#gateway.thaw()
  }

  async stop(): Promise<void> {
    for (const one of [this.#gateway, ...this.#others]) await one.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function configuration(folder: string, fsid: string, address: string): string {
  return `[global]
fsid = ${fsid}
mon host = ${address}
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
mon data = ${folder}/mon
mon data avail crit = 1
mon data avail warn = 1
osd data = ${folder}/osd
osd objectstore = bluestore
bluestore block size = 6442450944
bluestore fsck on mount = false
osd memory target = 939524096
run dir = ${folder}/run
admin socket =
log file = ${folder}/$name.log
log to stderr = false
err to stderr = true
rgw enable usage log = false
rgw gc obj min wait = 1
`
}
