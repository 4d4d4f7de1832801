#!/bin/sh
# Builds kube-apiserver 1.20 from Debian's source package with Debian's Go, as FOLDER/bin/kube-apiserver, and
# puts Debian's etcd beside it. Installs nothing; needs apt, dpkg-dev and 6 GB of disk. Takes
# four minutes on two cores.
# usage: build-api-server.sh FOLDER
set -eu
mkdir -p "$1"
folder=$(readlink -f -- "$1")
cd "$folder"

# Uses separate package lists, because those of an ordinary machine have no source packages.
mkdir -p apt/lists/partial apt/cache/archives/partial bin
archive='[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main'
printf 'deb %s\ndeb-src %s\n' "$archive" "$archive" > apt/sources.list
cat > apt/conf << END
Dir::Etc::SourceList "$folder/apt/sources.list";
Dir::Etc::SourceParts "-";
Dir::State::Lists "$folder/apt/lists";
Dir::Cache "$folder/apt/cache";
APT::Sandbox::User "root";
END
export APT_CONFIG="$folder/apt/conf"
apt-get update -qq
apt-get download -qq golang-1.19-go golang-1.19-src etcd-server
for package in *.deb; do dpkg -x "$package" root; done
cp root/usr/bin/etcd bin/

sources=$folder/gopath/src/k8s.io/kubernetes
if [ ! -e "$sources" ]; then
  apt-get source -qq --download-only kubernetes
  mkdir -p "$sources"
  tar -xzf kubernetes_*.orig.tar.gz -C "$sources" --strip-components=1
fi
cd "$sources"

# With modules, Go would download what vendor/ already has.
export GOROOT="$folder/root/usr/lib/go-1.19" GOPATH="$folder/gopath" GOCACHE="$folder/gocache"
export GO111MODULE=off GOFLAGS= CGO_ENABLED=0 PATH="$folder/root/usr/lib/go-1.19/bin:$PATH"

generated=pkg/generated/openapi/zz_generated.openapi.go
if [ ! -e "$generated" ]; then
  go build -o "$folder/bin/openapi-gen" ./vendor/k8s.io/kube-openapi/cmd/openapi-gen
  inputs=$(grep -rl --include='*.go' '^// +k8s:openapi-gen=' pkg staging/src/k8s.io |
    grep -v -e /testdata/ -e /_examples/ -e sample- -e code-generator | xargs -n1 dirname | sort -u |
    sed -e 's#^staging/src/#k8s.io/kubernetes/vendor/#' -e 's#^pkg/#k8s.io/kubernetes/pkg/#' | tr '\n' ',')
  "$folder/bin/openapi-gen" --logtostderr -i "${inputs%,}" -p k8s.io/kubernetes/pkg/generated/openapi \
    -O zz_generated.openapi -h hack/boilerplate/boilerplate.generatego.txt -r "$folder/openapi-violations"
fi
go build -ldflags "-s -w" -o "$folder/bin/kube-apiserver" ./cmd/kube-apiserver
echo "$folder/bin/kube-apiserver"
